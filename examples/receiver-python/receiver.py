"""Webhook receiver for Python 3.8 or newer, without dependencies:

    WEBHOOK_SECRET="your secret" PORT=8080 python3 receiver.py
"""

import hashlib
import hmac
import json
import os
import sys
import threading
from collections import OrderedDict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# As bytes, because a secret can contain any characters.
SECRET = os.fsencode(os.environ.get("WEBHOOK_SECRET", ""))
PORT = int(os.environ.get("PORT", "8080"))
LARGEST_BODY = 512 * 1024

# An event can arrive more than once. Store the ids in your database if processing one twice would cause damage.
seen = OrderedDict()
seen_lock = threading.Lock()


class Receiver(BaseHTTPRequestHandler):
    # A sender that stops midway must not block a thread forever.
    timeout = 30

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal():
            return self.answer(411)
        if int(length) > LARGEST_BODY:
            return self.answer(413)
        # Raw bytes, because the signature covers exactly these.
        body = self.rfile.read(int(length))
        if not is_from_us(body, self.headers.get("X-Service-Signature", "")):
            return self.answer(401)

        event = json.loads(body)
        # Respond before processing, so that slow processing is not a failed delivery.
        self.answer(200)
        if is_new(event["id"]):
            threading.Thread(target=handle, args=(event,)).start()

    def do_GET(self):
        self.answer(405)

    do_PUT = do_PATCH = do_DELETE = do_GET

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()
        self.wfile.flush()

    def log_message(self, *_):
        """Turns off the log line per request."""


def is_from_us(body, signature):
    """Compares in constant time."""
    expected = "sha256=" + hmac.new(SECRET, body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), signature.encode("utf-8", "replace"))


def is_new(event_id):
    with seen_lock:
        if event_id in seen:
            return False
        seen[event_id] = True
        if len(seen) > 10_000:
            seen.popitem(last=False)
        return True


def handle(event):
    data = json.dumps(event["data"])
    print(event["created_at"], event["type"], event["id"], data, flush=True)


if __name__ == "__main__":
    if not SECRET:
        sys.exit("Set WEBHOOK_SECRET to the secret of your webhook.")
    server = ThreadingHTTPServer(("127.0.0.1", PORT), Receiver)
    print(f"Listening on port {server.server_address[1]}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
