#pragma once

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <openssl/x509.h>

// Swift does not see macros that are made of others.
enum {
    PUBLIC_KEY_SELECTION = EVP_PKEY_PUBLIC_KEY,
    KEY_PAIR_SELECTION = EVP_PKEY_KEYPAIR,
};
