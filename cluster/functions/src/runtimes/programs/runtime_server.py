"""Runs a function of the runtime `python` in a pod: gets its code by one request, then serves calls on one port.

POST /-/load   the code, with the token of the environment; once
GET  /healthz  200 when the handler is loaded, else 503 with the state
POST /         a call: a JSON object whose keys are the arguments of run(), answered by its result as JSON

Standard library only: the image has nothing but Python.
"""
import base64
import hmac
import importlib.util
import inspect
import json
import os
import signal
import socket
import sys
import tempfile
import threading
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

ENTRIES = ["func.py", "main.py", "handler.py"]
MAX_CODE_BYTES = 64 * 1024 * 1024
# The code of users has no use for them, and whoever has the token may replace code.
TOKEN = os.environ.pop("FUNCTION_TOKEN", "")
DIRECTORY = os.environ.pop("FUNCTION_DIRECTORY", os.path.join(tempfile.gettempdir(), "function"))


class CallError(Exception):
    def __init__(self, status, kind, message):
        super().__init__(message)
        self.status = status
        self.kind = kind


class Function:
    """The code of this instance; it is loaded once."""

    def __init__(self):
        self.state = {"state": "empty"}
        self.run = None
        self.signature = None
        self.takes_context = False
        self.settings = {}
        self.lock = threading.Lock()

    def load(self, code):
        with self.lock:
            if self.state["state"] == "empty":
                self.begin(code)
            elif self.state.get("id") != code["id"]:
                raise CallError(409, "Loaded", "this instance has the code %s" % self.state.get("id"))
            return self.state

    def begin(self, code):
        self.state = {"state": "loading", "id": code["id"]}
        try:
            for variable in code.get("env") or []:
                os.environ[variable["name"]] = variable.get("value", "")
            write_files(code["files"])
            self.take_handler(find_entry(code.get("entry")))
            self.settings = code
            self.state = {"state": "ready", "id": code["id"]}
        # SystemExit too: code that ends the process when it is imported.
        except BaseException as error:
            traceback.print_exc()
            self.state = {"state": "failed", "id": code["id"], "error": describe(error)}

    def take_handler(self, entry):
        sys.path.insert(0, DIRECTORY)
        vendored = os.path.join(DIRECTORY, "vendor")
        if os.path.isdir(vendored):
            sys.path.insert(1, vendored)
        name = os.path.splitext(os.path.basename(entry))[0]
        spec = importlib.util.spec_from_file_location(name, os.path.join(DIRECTORY, entry))
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        run = getattr(module, "run", None)
        if not callable(run):
            raise CallError(422, "NoHandler", "%s has no function run()" % entry)
        self.run = run
        self.signature = inspect.signature(run)

    def call(self, given):
        arguments = {**(self.settings.get("defaultArguments") or {}), **given}
        try:
            self.signature.bind(**arguments)
        except TypeError as error:
            raise CallError(400, "TypeError", "run() %s" % error)
        return self.run(**arguments)


FUNCTION = Function()


def write_files(files):
    root = os.path.abspath(DIRECTORY)
    for path, content in files.items():
        target = os.path.abspath(os.path.join(root, path))
        if not target.startswith(root + os.sep):
            raise CallError(422, "BadPath", "the path %s leads outside" % path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as file:
            file.write(base64.b64decode(content))


def find_entry(wanted):
    candidates = ENTRIES if wanted is None else [wanted]
    for name in candidates:
        if os.path.isfile(os.path.join(DIRECTORY, name)):
            return name
    raise CallError(422, "NoEntry", "there is no file %s" % " or ".join(candidates))


def describe(error):
    if isinstance(error, CallError):
        return {"type": error.kind, "message": str(error)}
    return {"type": type(error).__name__, "message": str(error)}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # One write for head and body.
    wbufsize = 65536
    disable_nagle_algorithm = True

    def do_GET(self):
        self.answer()

    def do_POST(self):
        self.answer()

    do_PUT = do_DELETE = do_PATCH = do_HEAD = do_OPTIONS = do_POST

    def answer(self):
        SERVER.begin()
        self.begun = False
        try:
            self.serve()
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True
        except Exception as error:
            self.send_failure(error)
        except BaseException as error:
            # sys.exit() in a handler ends the call, not the instance.
            self.send_failure(CallError(500, type(error).__name__, str(error)))
        finally:
            SERVER.end()

    def serve(self):
        url = urlsplit(self.path)
        body = self.read_body()
        if url.path == "/healthz":
            state = FUNCTION.state
            return self.send_json(200 if state["state"] == "ready" else 503, state)
        if url.path == "/-/load":
            return self.load(body)
        if FUNCTION.state["state"] != "ready":
            raise CallError(503, "NotLoaded", "the code of the function is not loaded")
        if url.path != "/":
            raise CallError(404, "NotFound", "a function has no path %s" % url.path)
        given = dict(parse_qsl(url.query)) if self.command == "GET" else self.read_arguments(body)
        self.send_result(FUNCTION.call(given))

    def load(self, body):
        if TOKEN == "" or not hmac.compare_digest(self.headers.get("authorization", ""), "Bearer " + TOKEN):
            raise CallError(401, "Unauthorized", "loading code needs the token of the instance")
        if len(body) > MAX_CODE_BYTES:
            raise CallError(413, "TooLarge", "the body has more than %d bytes" % MAX_CODE_BYTES)
        self.send_json(200, FUNCTION.load(json.loads(body)))

    def read_body(self):
        if "chunked" in self.headers.get("transfer-encoding", "").lower():
            return self.read_chunks()
        return self.rfile.read(int(self.headers.get("content-length") or 0))

    def read_chunks(self):
        chunks = []
        while True:
            size = int(self.rfile.readline().split(b";")[0], 16)
            chunks.append(self.rfile.read(size))
            self.rfile.readline()
            if size == 0:
                return b"".join(chunks)

    def read_arguments(self, body):
        if self.command != "POST":
            raise CallError(405, "MethodNotAllowed", "call a function by POST")
        if body == b"":
            return {}
        try:
            parsed = json.loads(body)
        except ValueError as error:
            raise CallError(400, "InvalidJson", "the body is not JSON: %s" % error)
        if not isinstance(parsed, dict):
            raise CallError(400, "InvalidArguments", "the body must be a JSON object of arguments")
        return parsed

    def send_result(self, result):
        if inspect.isgenerator(result):
            return self.send_stream(result)
        try:
            text = json.dumps(result, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise CallError(500, "NotSerializable", "what the function returned is not JSON: %s" % error)
        self.send_body(200, text.encode("utf-8"))

    def send_stream(self, chunks):
        self.send_response_only(200)
        self.send_header("content-type", "application/octet-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        self.begun = True
        for chunk in chunks:
            data = chunk.encode("utf-8") if isinstance(chunk, str) else bytes(chunk)
            if data:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
                self.wfile.flush()
        self.wfile.write(b"0\r\n\r\n")

    def send_failure(self, error):
        if not isinstance(error, CallError):
            traceback.print_exc()
        if self.begun:
            # What was begun cannot become an error; a cut connection is one.
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        described = describe(error)
        status = error.status if isinstance(error, CallError) else 500
        if FUNCTION.state["state"] == "ready" and FUNCTION.settings.get("legacyErrors"):
            status = 200
        self.send_json(status, {"error": described}, described["type"])

    def send_json(self, status, value, error=None):
        self.send_body(status, json.dumps(value).encode("utf-8"), error)

    def send_body(self, status, body, error=None):
        self.send_response_only(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        if error is not None:
            self.send_header("x-function-error", error.encode("ascii", "replace").decode("ascii")[:200])
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)
        self.wfile.flush()

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 1024

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.calls = 0
        self.idle = threading.Condition()

    def begin(self):
        with self.idle:
            self.calls += 1

    def end(self):
        with self.idle:
            self.calls -= 1
            self.idle.notify_all()

    def handle_error(self, *_):
        # A client that is gone is nothing to report.
        pass

    def stop(self):
        """The first process of a container gets no default action for signals. Calls in flight are answered."""
        with self.idle:
            self.idle.wait_for(lambda: self.calls == 0)
        sys.stdout.flush()
        os._exit(0)


os.makedirs(DIRECTORY, exist_ok=True)
SERVER = Server((os.environ.get("FUNCTION_HOST", "0.0.0.0"), int(os.environ.get("PORT", "8080"))), Handler)
signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=SERVER.stop, daemon=True).start())
print("listening on %d" % SERVER.server_address[1], flush=True)
SERVER.serve_forever(poll_interval=3600)
