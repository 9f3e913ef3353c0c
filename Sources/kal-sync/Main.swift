import WebClient

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@main
struct Main {
  static func main() { exit(HelperProgram.run(Array(CommandLine.arguments.dropFirst()))) }
}
