/* libcurl sets and reads options through variadic functions, which Swift cannot call: one function for each type. */
#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

/* curl's own checks want the option as a constant at the call. */
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

static inline CURLcode curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

/* curl keeps a copy of the text. */
static inline CURLcode curl_set_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_set_read_function(CURL *handle, curl_read_callback value) {
    return curl_easy_setopt(handle, CURLOPT_READFUNCTION, value);
}

/* CURLOPT_HEADERFUNCTION or CURLOPT_WRITEFUNCTION. */
static inline CURLcode curl_set_write_function(CURL *handle, CURLoption option, curl_write_callback value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_set_open_socket_function(CURL *handle, curl_opensocket_callback value) {
    return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, value);
}

/* The structure is followed by the rest of a longer address, which a copy of the member would lose. */
static inline const struct sockaddr *curl_socket_address(const struct curl_sockaddr *address) {
    return &address->addr;
}

/* Without it, a transfer that is over waits for a look-up of its name that is not. */
static inline CURLcode curl_leave_lookups(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
    return curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#else
    return CURLE_OK;
#endif
}

/* Nothing but HTTP is spoken, in the clear only where that is allowed. */
static inline CURLcode curl_allow_only_http(CURL *handle, int allows_plain) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, allows_plain ? "http,https" : "https");
#else
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTPS | (allows_plain ? CURLPROTO_HTTP : 0)));
#endif
}

/* Whatever a URL says, nothing but mail is spoken. */
static inline CURLcode curl_allow_only_smtp(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
#else
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_SMTP | CURLPROTO_SMTPS));
#endif
}

static inline CURLcode curl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

/* Macros with casts, as plain integers. */
static const long CCURL_GLOBAL_DEFAULT = CURL_GLOBAL_DEFAULT;
static const long CCURL_USESSL_NONE = CURLUSESSL_NONE;
static const long CCURL_USESSL_TRY = CURLUSESSL_TRY;
static const long CCURL_USESSL_ALL = CURLUSESSL_ALL;
static const long CCURL_TLS_1_2 = CURL_SSLVERSION_TLSv1_2;
static const int CCURL_ERROR_SIZE = CURL_ERROR_SIZE;

#endif
