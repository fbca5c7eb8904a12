"""An HTTP server of our own that speaks Ollama's and OpenAI's protocols, well and badly."""

import json
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Handler(BaseHTTPRequestHandler):
    """Answers as the server's `mood` says; keeps every request."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        """Say nothing."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append((self.path, body))
        mood = self.server.mood
        if callable(mood):
            mood = mood(len(self.server.asked))
        try:
            getattr(self, f"be_{mood[0]}")(*mood[1:])
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def reply(self, content):
        """Wrap a model's words as the protocol does."""
        if self.path == "/api/chat":
            return {"model": "m", "message": {"role": "assistant", "content": content}, "done": True}
        return {"choices": [{"index": 0, "message": {"role": "assistant", "content": content}}]}

    def send(self, data, status=200, **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def be_good(self, text="The air is old.", **numbers):
        self.send(json.dumps(self.reply(json.dumps({"text": text} | numbers))).encode())

    def be_numbered(self, text, damage, rupees):
        self.be_good(text, damage=damage, rupees=rupees)

    def be_plain(self, text):
        self.send(json.dumps(self.reply(text)).encode())

    def be_raw(self, data):
        self.send(data)

    def be_status(self, status):
        self.send(b"{}", status)

    def be_redirecting(self, to):
        self.send(b"", 302, Location=to)

    def be_packed(self):
        self.send(b"\x1f\x8b rubbish", Content_Encoding="gzip")

    def be_slow(self, seconds):
        self.server.stopped.wait(seconds)
        self.be_good()

    def be_huge(self, size):
        self.send(json.dumps(self.reply("x" * size)).encode())

    def be_endless(self):
        """Drip for ever, a byte at a time, so that no single read is late."""
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        while not self.server.stopped.is_set():
            self.wfile.write(b"1\r\n \r\n")
            self.wfile.flush()
            time.sleep(0.02)
        self.close_connection = True

    def be_gone(self):
        self.close_connection = True
        self.connection.close()


@contextmanager
def serving(*mood):
    """Serve in a thread; yields the server with its `url` and the list `asked`."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.mood, server.asked, server.stopped = mood, [], threading.Event()
    server.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.stopped.set()
        server.shutdown()
        server.server_close()
        thread.join()
