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
