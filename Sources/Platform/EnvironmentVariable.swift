/// The variables of the environment that kal and kal-sync read, one row each.
package enum EnvironmentVariable: String, CaseIterable, Sendable {
  case store = "KALENDS_STORE"
  case configFolder = "XDG_CONFIG_HOME"
  case dataFolder = "XDG_DATA_HOME"
  case stateFolder = "XDG_STATE_HOME"
  case runtimeFolder = "XDG_RUNTIME_DIR"
  case home = "HOME"
  case temporaryFolder = "TMPDIR"
  case zone = "TZ"
  case zoneFolder = "TZDIR"
  case programs = "PATH"
  case pager = "PAGER"
  case less = "LESS"
  case lv = "LV"
  case visual = "VISUAL"
  case editor = "EDITOR"
  case terminal = "TERM"
  case colors = "COLORTERM"
  case noColor = "NO_COLOR"
  case columns = "COLUMNS"
  case lines = "LINES"
  case locale = "LC_ALL"
  case characters = "LC_CTYPE"
  case language = "LANG"
  case passedSockets = "LISTEN_FDS"
  case receiver = "LISTEN_PID"
  case serviceManager = "NOTIFY_SOCKET"
  case journal = "JOURNAL_STREAM"
  case secureProxy = "https_proxy"
  case proxy = "http_proxy"
  case noProxy = "no_proxy"
  case curlAuthorities = "CURL_CA_BUNDLE"
  case authorities = "SSL_CERT_FILE"
  case authorityFolder = "SSL_CERT_DIR"

  package var help: String {
    switch self {
    case .store: "the store to use, where --store names none"
    case .configFolder: "the folder of the folder with the settings (else ~/.config)"
    case .dataFolder: "the folder of the folder with the store (else ~/.local/share)"
    case .stateFolder:
      "the folder of the folder with history, drafts and the progress of alarms (else ~/.local/state)"
    case .runtimeFolder: "the folder of the folder with the socket of kal serve (else one in /tmp)"
    case .home: "the home folder: ~ in paths, and where the folders above are"
    case .temporaryFolder: "the folder for texts that the editor shows and for passing stores (else /tmp)"
    case .zone: "the time zone, where the setting zone names none (else the system's)"
    case .zoneFolder: "the folder with the time zone files, in place of the system's"
    case .programs: "where kal-sync, pagers, editors and the programs of alarms are looked for"
    case .pager: "the pager, where the setting pager names none (else less)"
    case .less: "options of less (else FRX)"
    case .lv: "options of lv (else -c)"
    case .visual: "the editor for notes in forms"
    case .editor: "the same, where VISUAL is not set (else vi)"
    case .terminal: "the kind of terminal; dumb has no colors, pages or editing of the line"
    case .colors: "truecolor or 24bit: the terminal has all colors"
    case .noColor: "not empty: no colors, unless --color always asks for them"
    case .columns: "the width of lines, where no terminal tells it (else 80)"
    case .lines: "the height of the screen, where no terminal tells it (else 24)"
    case .locale: "the locale; the line editor takes one with UTF-8 in the place of any other"
    case .characters: "the same, where LC_ALL is not set"
    case .language: "the same, where LC_CTYPE is not set either"
    case .passedSockets: "how many sockets systemd hands over to kal serve"
    case .receiver: "the process that they are for"
    case .serviceManager: "where kal serve tells systemd that it is ready"
    case .journal: "the journal's stream: if it is standard error, lines there have levels"
    case .secureProxy: "the proxy for https"
    case .proxy: "the proxy for http"
    case .noProxy: "the hosts that are asked without a proxy"
    case .curlAuthorities: "a file with certificate authorities in place of the system's"
    case .authorities: "the same, where CURL_CA_BUNDLE is not set"
    case .authorityFolder: "a folder of certificate authorities in place of the system's"
    }
  }

  /// Whether `kal-sync` reads it, and not kal itself.
  package var isOfHelper: Bool {
    switch self {
    case .secureProxy, .proxy, .noProxy, .curlAuthorities, .authorities, .authorityFolder: true
    case .store, .configFolder, .dataFolder, .stateFolder, .runtimeFolder, .home, .temporaryFolder, .zone,
      .zoneFolder, .programs, .pager, .less, .lv, .visual, .editor, .terminal, .colors, .noColor, .columns,
      .lines, .locale, .characters, .language, .passedSockets, .receiver, .serviceManager, .journal:
      false
    }
  }
}
