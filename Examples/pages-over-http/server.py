#!/usr/bin/env python3
"""A server that returns a list in pages, and does what servers do: it is slow, refuses requests, cuts answers off, repeats rows of the page
before, and has the rows of a page in a new order each time. The seed decides.

    server.py PORT SEED [ROWS]      a port of 0 is any free one; the first line that it prints is the port"""
import http.server
import json
import random
import sys
import threading
import time
import urllib.parse

PORT, SEED = int(sys.argv[1]), int(sys.argv[2])
ROWS = int(sys.argv[3]) if len(sys.argv) > 3 else 200
chance = random.Random(SEED)
lock = threading.Lock()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query)
        start = int(query.get("cursor", ["0"])[0])
        end = min(ROWS, start + min(50, int(query["limit"][0])))
        with lock:
            fault = chance.randrange(5)
            pause = chance.random() * 0.01
            repeated = chance.randrange(4)
            rows = [{"id": number, "title": f"Story {number}"} for number in range(max(0, start - repeated), end)]
            chance.shuffle(rows)
        time.sleep(pause)
        if fault == 0:
            self.send_error(503)
            return
        body = json.dumps({"stories": rows, "next": str(end) if end < ROWS else None}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        # The connection is closed in the middle of the answer.
        self.wfile.write(body[: len(body) // 2] if fault == 1 else body)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", PORT), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
