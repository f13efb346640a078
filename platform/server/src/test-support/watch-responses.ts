import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { IncomingMessage, ServerResponse } from 'node:http';
import { once } from '@kubemin/base';
import { describeApi } from '@kubemin/client';
import { expect, onTestFinished } from 'vitest';
import { ResponseChecker } from './response-checker.ts';
import { testModel } from './test-model.ts';

const REQUESTS = 'http.server.request.start';

/** What a response was made of, in the order it was made. */
class Recording {
  readonly #pieces: Buffer[] = [];
  #contentType = '';
  #etag: string | undefined;

  constructor(response: ServerResponse) {
    for (const method of ['write', 'end'] as const) {
      this.#tap(response, method, ([piece]) => {
        if (typeof piece === 'string' || piece instanceof Uint8Array) this.#pieces.push(Buffer.from(piece));
      });
    }
    this.#tap(response, 'writeHead', (input) => {
      const given = input.at(-1);
      const findHeader = (name: string): unknown =>
        (typeof given === 'object' && given !== null ? Reflect.get(given, name) : undefined) ??
        response.getHeader(name);
      this.#contentType = String(findHeader('content-type') ?? '');
      const etag = findHeader('etag');
      this.#etag = etag === undefined ? undefined : String(etag);
    });
  }

  get etag(): string | undefined {
    return this.#etag;
  }

  get contentType(): string {
    return this.#contentType;
  }

  get body(): string {
    return Buffer.concat(this.#pieces).toString();
  }

  #tap(response: ServerResponse, method: 'write' | 'end' | 'writeHead', look: (input: unknown[]) => void): void {
    const original = response[method];
    const value = (...input: unknown[]): unknown => {
      look(input);
      return Reflect.apply(original, response, input);
    };
    Object.defineProperty(response, method, { value });
  }
}

/**
 * Checks every response of this process, of any client, and fails the test at its end when one is not as the API
 * description defines. Call it before the server is created, so that it looks last, and pass the port once known.
 * With `oneIn`, only one response in so many is checked.
 */
export function watchResponses(oneIn = 1): { watch(port: number): void } {
  const ports = new Set<number>();
  let requests = 0;
  const faults: string[] = [];
  const described = responseChecker();
  const look = (message: unknown): void => {
    const exchange = exchangeIn(message);
    if (exchange === undefined || !ports.has(exchange.request.socket.localPort ?? 0)) return;
    requests += 1;
    if (requests % oneIn !== 0) return;
    const { request, response } = exchange;
    const recording = new Recording(response);
    response.once('close', () => {
      const isStream = recording.contentType.startsWith('text/event-stream');
      // A client that stops early gets no whole response that could be checked; of a stream, the received part can be.
      if (!response.writableFinished && !isStream) return;
      const { contentType, etag, body } = recording;
      // A page of the console at a path that the API has too.
      if (contentType.startsWith('text/html') && request.headers.accept?.includes('text/html')) return;
      const { method = '', url = '' } = request;
      const fault = described.fault({ method, url, status: response.statusCode, contentType, etag, body });
      if (fault !== undefined) faults.push(fault);
    });
  };
  subscribe(REQUESTS, look);
  onTestFinished(() => {
    unsubscribe(REQUESTS, look);
    expect(faults, 'responses that the API description does not allow').toEqual([]);
  });
  return { watch: (port) => ports.add(port) };
}

/** Made once per test file: describing and compiling take longer than most tests. */
const responseChecker = once(() => new ResponseChecker(describeApi({ document: testModel.jsonSchema() })));

function exchangeIn(
  message: unknown,
): { readonly request: IncomingMessage; readonly response: ServerResponse } | undefined {
  if (typeof message !== 'object' || message === null || !('request' in message) || !('response' in message)) {
    return undefined;
  }
  const { request, response } = message;
  return request instanceof IncomingMessage && response instanceof ServerResponse ? { request, response } : undefined;
}
