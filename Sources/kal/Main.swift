import CStartup
import Shell

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@main
struct Main {
  static func main() {
    kalends_startup_is_over()
    exit(ShellProgram.run(arguments: Array(ProgramArguments.all.dropFirst())))
  }
}
