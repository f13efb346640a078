import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { connect as connectSocket } from 'node:net';
import { RetryableError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { MessageType } from './message-type.ts';

/** A method of a service: `/runtime.v1.RuntimeService/Version`. */
export interface GrpcMethod<Q, R> {
  readonly path: string;
  readonly request: MessageType<Q>;
  readonly response: MessageType<R>;
}

/** Status codes of gRPC that callers distinguish. */
export const GRPC = { cancelled: 1, unknown: 2, notFound: 5, unimplemented: 12, unavailable: 14 } as const;

/** A call that failed, with the code and the message of the server. */
export class GrpcError extends RetryableError {
  readonly status: number;

  constructor(status: number, text: string, cause?: unknown) {
    super(verbatim(text), { code: 'GRPC_FAILED', ...(cause !== undefined && { cause }) });
    this.status = status;
  }
}

export interface GrpcClientOptions {
  /** The unix socket of the server. */
  readonly socket: string;
  /** Sent with each call. */
  readonly metadata?: Readonly<Record<string, string>>;
}

const HEAD_BYTES = 5;

/**
 * A client of gRPC over a unix socket, without TLS and without compression: HTTP/2 of Node, and messages behind five bytes. One connection
 * is opened with the first call, and again when the server was restarted.
 */
export class GrpcClient implements Disposable {
  readonly #options: GrpcClientOptions;
  #session: ClientHttp2Session | undefined;

  constructor(options: GrpcClientOptions) {
    this.#options = options;
  }

  /** Calls a method with one response. Rejects with a GrpcError. */
  async call<Q, R>(method: GrpcMethod<Q, R>, request: Q, signal?: AbortSignal): Promise<R> {
    let response: R | undefined;
    for await (const each of this.stream(method, request, signal)) response = each;
    return response ?? method.response.decode(Buffer.alloc(0));
  }

  /** Calls a method with any number of responses. Aborting the signal ends it with a GrpcError. */
  async *stream<Q, R>(method: GrpcMethod<Q, R>, request: Q, signal?: AbortSignal): AsyncGenerator<R> {
    const call = this.#open(method.path, method.request.encode(request));
    const abort = (): void => call.close(constants.NGHTTP2_CANCEL);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted === true) abort();
    let status: unknown;
    let text: unknown;
    const readStatus = (headers: Readonly<Record<string, unknown>>): void => {
      status = headers['grpc-status'] ?? status;
      text = headers['grpc-message'] ?? text;
    };
    // Without a response that has data, the status is among its headers.
    call.on('response', readStatus).on('trailers', readStatus);
    try {
      let rest = Buffer.alloc(0);
      for await (const chunk of call) {
        rest = Buffer.concat([rest, chunk]);
        while (rest.length >= HEAD_BYTES && rest.length >= HEAD_BYTES + rest.readUInt32BE(1)) {
          const end = HEAD_BYTES + rest.readUInt32BE(1);
          yield method.response.decode(rest.subarray(HEAD_BYTES, end));
          rest = rest.subarray(end);
        }
      }
    } catch (error) {
      throw this.#failure(status, text, signal, error);
    } finally {
      signal?.removeEventListener('abort', abort);
      call.close(constants.NGHTTP2_CANCEL);
    }
    if (status !== '0') throw this.#failure(status, text, signal);
  }

  [Symbol.dispose](): void {
    this.#session?.destroy();
    this.#session = undefined;
  }

  #open(path: string, body: Buffer): ClientHttp2Stream {
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt32BE(body.length, 1);
    const call = this.#connection().request({
      ...{ ':method': 'POST', ':path': path, 'content-type': 'application/grpc', te: 'trailers' },
      ...this.#options.metadata,
    });
    call.end(Buffer.concat([head, body]));
    return call;
  }

  #connection(): ClientHttp2Session {
    const { socket } = this.#options;
    if (this.#session !== undefined && !this.#session.closed && !this.#session.destroyed) return this.#session;
    const session = connect('http://localhost', { createConnection: () => connectSocket({ path: socket }) });
    // Each call fails on its own; without a listener the error would end the process.
    session.on('error', () => undefined);
    session.on('goaway', () => session.close());
    this.#session = session;
    return session;
  }

  #failure(status: unknown, text: unknown, signal: AbortSignal | undefined, cause?: unknown): GrpcError {
    if (typeof status === 'string' && status !== '0') {
      return new GrpcError(Number(status), decodeText(typeof text === 'string' ? text : ''), cause);
    }
    if (signal?.aborted === true) return new GrpcError(GRPC.cancelled, 'the call was cancelled', cause);
    const reason = cause instanceof Error ? cause.message : 'the connection ended';
    return new GrpcError(GRPC.unavailable, `${this.#options.socket}: ${reason}`, cause);
  }
}

/** Messages are percent-encoded; one that is not is taken as it is. */
function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
