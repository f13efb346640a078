import { type IncomingMessage, request } from 'node:http';
import { addAbortSignal, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createPlatformClient, type FetchRequest, type FetchResponse, type PlatformClient } from '@kubemin/client';

/** A client of a platform on this machine. */
export function localClient(access: { readonly url: string; readonly token: string }): PlatformClient {
  return createPlatformClient({ ...access, source: 'cli', fetch: localFetch });
}

/**
 * The part of `fetch` that talking to a platform on this machine takes. The global one loads an HTTP client of its own at first use:
 * 40 ms of every command, and 13 MiB in a server that calls itself once. It follows no redirects: there is no proxy in between.
 */
export function localFetch(url: string, { method, headers, body, signal }: FetchRequest): Promise<FetchResponse> {
  return new Promise((resolve, reject) => {
    // A connection of its own: one that is kept may be closed by the server just when it is used again.
    const sent = request(url, { method, headers, agent: false, ...(signal !== undefined && { signal }) });
    sent.once('response', (message) => {
      // Without this, the reader gets the error of a broken connection instead of the abort.
      if (signal !== undefined) addAbortSignal(signal, message);
      resolve(new LocalResponse(message));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

class LocalResponse implements FetchResponse {
  readonly #message: IncomingMessage;
  readonly status: number;

  constructor(message: IncomingMessage) {
    this.#message = message;
    this.status = message.statusCode ?? 0;
    // A response without a body ends only after its end was read.
    if (this.status === 204) message.resume();
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return Readable.toWeb(this.#message);
  }

  text(): Promise<string> {
    return text(this.#message);
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
}
