"""A mail server for the tests. Usage: smtp_server.py plain|starttls|tls [CERTIFICATE KEY]

Prints its port, then every message as a line of JSON; ends when its standard input does.
Takes mail for anybody but nobody@…; starttls and tls want the user aino with the password s3cret: word.
"""
import asyncio
import json
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult


class Printer:
    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("nobody@"):
            return "550 5.1.1 no such person"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        print(json.dumps({
            "from": envelope.mail_from, "to": envelope.rcpt_tos, "tls": session.ssl is not None or mode == "tls",
            "authenticated": bool(session.authenticated), "content": envelope.original_content.decode("ascii"),
        }), flush=True)
        return "250 OK"


def authenticate(server, session, envelope, mechanism, data):
    good = data.login == b"aino" and data.password == b"s3cret: word"
    return AuthResult(success=good, handled=False)


async def main():
    context = None
    if mode != "plain":
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*sys.argv[2:4])

    def session():
        needs_login = mode != "plain"
        return SMTP(Printer(), hostname="mail.test", tls_context=context if mode == "starttls" else None,
                    require_starttls=mode == "starttls", auth_required=needs_login,
                    auth_require_tls=mode == "starttls",
                    authenticator=authenticate if needs_login else None)

    loop = asyncio.get_running_loop()
    server = await loop.create_server(session, "127.0.0.1", 0, ssl=context if mode == "tls" else None)
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)


mode = sys.argv[1]
asyncio.run(main())
