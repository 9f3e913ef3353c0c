#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

/* curl_easy_setopt and curl_easy_getinfo are variadic, which Swift cannot call. */

static inline CURLcode kalends_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode kalends_curl_set_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode kalends_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(handle, option, value);
}

/* libcurl does not copy the body. */
static inline CURLcode kalends_curl_set_body(CURL *handle, const void *bytes, long long count) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
  return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_POSTFIELDS, bytes) : code;
}

static inline CURLcode kalends_curl_set_callbacks(
    CURL *handle, void *context, curl_write_callback header, curl_write_callback body,
    curl_xferinfo_callback progress) {
  curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
  curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
  curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, header);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, body);
  curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, progress);
  return curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
}

/* What holds for every request: the two protocols and no others, certificates verified, redirects left to the
   caller, any compression, passwords from .netrc. */
static inline CURLcode kalends_curl_set_rules(CURL *handle, char *errors) {
  CURLcode code;
#if LIBCURL_VERSION_NUM >= 0x075500
  code = curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  code = curl_easy_setopt(handle, CURLOPT_PROTOCOLS, CURLPROTO_HTTP | CURLPROTO_HTTPS);
#endif
  if (code != CURLE_OK) return code;
  code = curl_easy_setopt(handle, CURLOPT_SSL_VERIFYPEER, 1L);
  if (code != CURLE_OK) return code;
  code = curl_easy_setopt(handle, CURLOPT_SSL_VERIFYHOST, 2L);
  if (code != CURLE_OK) return code;
  code = curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
  if (code != CURLE_OK) return code;
  /* RFC 8996: nothing older. */
  code = curl_easy_setopt(handle, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
  if (code != CURLE_OK) return code;
  curl_easy_setopt(handle, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
  curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, errors);
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_ACCEPT_ENCODING, "");
  curl_easy_setopt(handle, CURLOPT_HTTP09_ALLOWED, 0L);
  curl_easy_setopt(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  curl_easy_setopt(handle, CURLOPT_NETRC, (long)CURL_NETRC_OPTIONAL);
  return curl_easy_setopt(handle, CURLOPT_HTTPAUTH, (long)(CURLAUTH_BASIC | CURLAUTH_DIGEST));
}

static inline CURLcode kalends_curl_get_number(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}
