import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';

/**
 * A request as an HTTP/2 stream brings it. Node has such a class, too, a whole readable stream on top of the one that is
 * there: together with its response it takes as long as everything else about a get.
 */
export class StreamRequest {
  readonly httpVersionMajor = 2;
  readonly stream: ServerHttp2Stream;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];

  constructor(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, rawHeaders: readonly string[]) {
    this.stream = stream;
    this.headers = headers;
    this.rawHeaders = rawHeaders;
  }

  get method(): string | undefined {
    return this.headers[':method'];
  }

  get url(): string | undefined {
    return this.headers[':path'];
  }
}
