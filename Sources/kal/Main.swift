import Shell

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@main
struct Main {
  static func main() {
    exit(ShellProgram.run(arguments: Array(ProgramArguments.all.dropFirst())))
  }
}
