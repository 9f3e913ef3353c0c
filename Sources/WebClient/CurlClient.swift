import CCurl
import Platform
import Transport

/// Sends requests with libcurl, one after another over the same connections.
///
/// Only `http` and `https` are asked, and certificates are always verified. Redirects are followed here, and
/// never from `https` to `http`. A password or a cookie goes to no other host than it was meant for.
package final class CurlClient {
  private let handle: UnsafeMutableRawPointer
  /// What libcurl says of its last error.
  private let errors = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private let variables: [String: String]

  /// Creates a client; nil when libcurl cannot work.
  ///
  /// `variables` are those of the environment. CURL_CA_BUNDLE or else SSL_CERT_FILE names a file of
  /// authorities in place of the system's, and SSL_CERT_DIR a folder of them, as for curl. libcurl itself
  /// reads the variables of proxies.
  package init?(variables: [String: String]) {
    guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, let made = curl_easy_init() else {
      return nil
    }
    (handle, self.variables) = (made, variables)
    errors.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    curl_easy_cleanup(handle)
    errors.deallocate()
  }

  /// libcurl's name and version with those of its parts.
  package static var libraryVersion: String { String(cString: curl_version()) }

  /// Sends a request and gives the answer to `receiver`.
  ///
  /// Returns the address that answered, and whether the one that was asked has moved there for good.
  package func fetch(
    _ request: WebRequest, to receiver: any AnswerReceiver
  ) throws(TransportFault) -> (url: String, hasMoved: Bool) {
    try request.check()
    let seconds = UInt64(min(max(request.limits.totalSeconds, 1), 86_400))
    let deadline = SystemClock.monotonicNanoseconds() + seconds * 1_000_000_000
    var next = request
    var hops = 0
    var hasMoved = true
    while true {
      let hop = AnswerHop(to: receiver, mostBytes: request.limits.mostBytes)
      try perform(next, hop, until: deadline)
      guard let location = hop.location else {
        if !hop.giveHead() { throw TransportFault(.interrupted, next.host) }
        return (next.url, hops > 0 && hasMoved)
      }
      hops += 1
      if hops > request.limits.mostRedirects { throw TransportFault(.tooManyRedirects, request.host) }
      if hop.status != 301, hop.status != 308 { hasMoved = false }
      next = try redirected(next, hop.status, to: location)
    }
  }

  // MARK: Redirects

  /// The request that an answer redirects to (RFC 9110, 15.4).
  private func redirected(
    _ request: WebRequest, _ status: Int, to location: String
  ) throws(TransportFault) -> WebRequest {
    guard let target = Self.address(location, from: request.url) else {
      throw TransportFault(.badAnswer, request.host, "it redirects to nowhere")
    }
    var next = request
    next.url = target
    let isSecure = request.url.lowercased().hasPrefix("https:")
    let address = next.url.lowercased()
    if !address.hasPrefix("https:"), isSecure || !address.hasPrefix("http:") {
      throw TransportFault(.unsafeRedirect, request.host, "`\(next.url)`")
    }
    if status == 303 && request.method != "HEAD" || status < 303 && request.method == "POST" {
      (next.method, next.body) = ("GET", [])
    }
    if next.origin != request.origin {
      let secret = ["authorization", "cookie", "proxy-authorization"]
      next.headers.removeAll { secret.contains($0.name.lowercased()) }
    }
    do throws(TransportFault) { try next.check() } catch {
      throw TransportFault(.unsafeRedirect, request.host, error.message)
    }
    return next
  }

  /// An address as it is written in another's answer, without a fragment; nil for what is none.
  private static func address(_ text: String, from base: String) -> String? {
    let parts = curl_url()
    defer { curl_url_cleanup(parts) }
    let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE)
    guard curl_url_set(parts, CURLUPART_URL, base, 0) == CURLUE_OK,
      curl_url_set(parts, CURLUPART_URL, text, flags) == CURLUE_OK
    else { return nil }
    curl_url_set(parts, CURLUPART_FRAGMENT, nil, 0)
    var result: UnsafeMutablePointer<CChar>?
    guard curl_url_get(parts, CURLUPART_URL, &result, 0) == CURLUE_OK, let result else { return nil }
    defer { curl_free(result) }
    return String(cString: result)
  }

  // MARK: One request

  private func perform(
    _ request: WebRequest, _ hop: AnswerHop, until deadline: UInt64
  ) throws(TransportFault) {
    let left = Int64(bitPattern: deadline &- SystemClock.monotonicNanoseconds()) / 1_000_000
    if left <= 0 { throw TransportFault(.timedOut, request.host) }
    var list: UnsafeMutablePointer<curl_slist>?
    defer { curl_slist_free_all(list) }
    for header in headers(of: request) {
      guard let longer = curl_slist_append(list, header) else {
        throw TransportFault(.badRequest, request.host, "there is no memory left")
      }
      list = longer
    }
    // A reset keeps connections and forgets everything else.
    curl_easy_reset(handle)
    errors.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    let code = request.body.withUnsafeBytes { body -> CURLcode in
      var code = kalends_curl_set_rules(handle, errors)
      if code == CURLE_OK { code = kalends_curl_set_text(handle, CURLOPT_URL, request.url) }
      if code == CURLE_OK { code = kalends_curl_set_list(handle, CURLOPT_HTTPHEADER, list) }
      if code == CURLE_OK { code = set(request, body, milliseconds: Int(left)) }
      if code == CURLE_OK { code = setAuthorities() }
      if code != CURLE_OK { return code }
      return withExtendedLifetime(hop) {
        connect(hop)
        return curl_easy_perform(handle)
      }
    }
    if code == CURLE_OK || hop.stop == .enough { return }
    throw fault(code, hop, request.host)
  }

  private func set(
    _ request: WebRequest, _ body: UnsafeRawBufferPointer, milliseconds: Int
  ) -> CURLcode {
    let idle = min(max(request.limits.idleSeconds, 1), 3_600)
    kalends_curl_set_text(handle, CURLOPT_USERAGENT, "kal/" + HelperTransport.version)
    kalends_curl_set_number(handle, CURLOPT_TIMEOUT_MS, milliseconds)
    kalends_curl_set_number(handle, CURLOPT_CONNECTTIMEOUT, idle)
    kalends_curl_set_number(handle, CURLOPT_LOW_SPEED_LIMIT, 1)
    kalends_curl_set_number(handle, CURLOPT_LOW_SPEED_TIME, idle)
    if body.isEmpty {
      switch request.method {
      case "GET": return kalends_curl_set_number(handle, CURLOPT_HTTPGET, 1)
      case "HEAD": return kalends_curl_set_number(handle, CURLOPT_NOBODY, 1)
      case "POST", "PUT": break
      default: return kalends_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method)
      }
    }
    // Any bytes will do where there are none.
    let code =
      body.baseAddress.map { kalends_curl_set_body(handle, $0, Int64(body.count)) }
      ?? kalends_curl_set_body(handle, "", 0)
    return code == CURLE_OK ? kalends_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method) : code
  }

  private func headers(of request: WebRequest) -> [String] {
    // libcurl writes a header without value as `Name;`, and takes `Name:` for one to leave out.
    var result = request.headers.map { $0.value.isEmpty ? $0.name + ";" : $0.name + ": " + $0.value }
    let names = Set(request.headers.map { $0.name.lowercased() })
    for own in ["content-type", "expect"] where !names.contains(own) { result.append(own + ":") }
    return result
  }

  private func setAuthorities() -> CURLcode {
    func value(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let file = value("CURL_CA_BUNDLE") ?? value("SSL_CERT_FILE") {
      let code = kalends_curl_set_text(handle, CURLOPT_CAINFO, file)
      if code != CURLE_OK { return code }
    }
    if let folder = value("SSL_CERT_DIR") { return kalends_curl_set_text(handle, CURLOPT_CAPATH, folder) }
    return CURLE_OK
  }

  /// Has libcurl call the hop, which lives until the request is over.
  private func connect(_ hop: AnswerHop) {
    kalends_curl_set_callbacks(
      handle, Unmanaged.passUnretained(hop).toOpaque(),
      { bytes, size, count, context in
        CurlClient.hop(context)?.takeLine(UnsafeRawBufferPointer(start: bytes, count: size * count)) == true
          ? size * count : 0
      },
      { bytes, size, count, context in
        // Nothing to take is no reason to break off.
        if size * count == 0 { return 0 }
        return CurlClient.hop(context)?.takeData(UnsafeRawBufferPointer(start: bytes, count: size * count))
          == true ? size * count : 0
      },
      { context, _, _, _, _ in CurlClient.hop(context)?.goesOn() == true ? 0 : 1 })
  }

  private static func hop(_ context: UnsafeMutableRawPointer?) -> AnswerHop? {
    context.map { Unmanaged<AnswerHop>.fromOpaque($0).takeUnretainedValue() }
  }
}

extension CurlClient {
  /// The fault that a code of libcurl stands for.
  private func fault(_ code: CURLcode, _ hop: AnswerHop, _ host: String) -> TransportFault {
    switch hop.stop {
    case .tooLarge: return TransportFault(.tooLarge, host)
    case .badHeaders: return TransportFault(.badAnswer, host, "its headers are too large")
    case .gone: return TransportFault(.interrupted, host)
    case .enough, nil: break
    }
    let told = String(cString: errors)
    var reason = ""
    // It may repeat what a server sent.
    let text = told.isEmpty ? String(cString: curl_easy_strerror(code)) : told
    reason.unicodeScalars += text.unicodeScalars.filter { $0.value >= 32 && !(127..<160).contains($0.value) }
    var system = 0
    kalends_curl_get_number(handle, CURLINFO_OS_ERRNO, &system)
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST:
      return TransportFault(NetworkInterfaces.isConnected ? .hostNotFound : .noNetwork, host)
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: return TransportFault(.proxyFailed, host, reason)
    case CURLE_COULDNT_CONNECT:
      return NetworkInterfaces.isUnreachable(Int32(truncatingIfNeeded: system))
        ? TransportFault(.noNetwork, host) : TransportFault(.connectionRefused, host)
    case CURLE_OPERATION_TIMEDOUT: return TransportFault(.timedOut, host)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      return TransportFault(.certificateRefused, host, reason)
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_CRL_BADFILE, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_SHUTDOWN_FAILED:
      return TransportFault(.tlsFailed, host, reason)
    case CURLE_URL_MALFORMAT: return TransportFault(.invalidAddress, host, reason)
    case CURLE_FILESIZE_EXCEEDED: return TransportFault(.tooLarge, host)
    case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2,
      CURLE_HTTP2_STREAM:
      return TransportFault(.connectionLost, host, reason)
    default: return TransportFault(.badAnswer, host, reason)
    }
  }
}
