import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asJsonObject, type JsonObject, type JsonValue } from '@kubemin/kubeapi';
import { EVENT_ID_HEADER } from '../invoker/index.ts';

/** What a sample function does with its arguments. */
export type SampleFunction = (args: JsonObject, call: SampleCall) => JsonValue | Promise<JsonValue>;

/** A call that a function got. */
export interface SampleCall {
  readonly name: string;
  readonly eventId: string;
  readonly args: JsonObject;
}

/** An error with a type and a status, as the runtimes report it. */
export class SampleError extends Error {
  readonly type: string;
  readonly status: number;

  constructor(type: string, message: string, status = 500) {
    super(message);
    this.type = type;
    this.status = status;
  }
}

/** A server with the paths of the gateway that runs functions in this process. */
export class SampleFunctions {
  readonly functions: Record<string, SampleFunction>;
  readonly calls: SampleCall[] = [];
  /** Whether connections are cut instead of a failure being reported. */
  cutConnections: () => boolean = () => false;
  readonly #server = createServer((request, response) => void this.#respond(request, response));

  constructor(functions: Record<string, SampleFunction>) {
    this.functions = functions;
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this.url;
  }

  get url(): string {
    const address: string | AddressInfo | null = this.#server.address();
    return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
  }

  /** The calls of one function. */
  callsOf(name: string): readonly SampleCall[] {
    return this.calls.filter((call) => call.name === name);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = request.url?.split('/').at(-1) ?? '';
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const args = asJsonObject(JSON.parse(Buffer.concat(chunks).toString() || '{}'));
    const call = { name, eventId: String(request.headers[EVENT_ID_HEADER] ?? ''), args };
    this.calls.push(call);
    const respond = (status: number, body: JsonValue, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    };
    const run = this.functions[name];
    if (run === undefined) {
      const message = `there is no function ${name}`;
      return respond(404, { error: { type: 'NotFound', message } }, { 'x-function-error': 'NotFound' });
    }
    try {
      respond(200, await run(args, call));
    } catch (thrown) {
      if (this.cutConnections()) {
        response.destroy();
        return;
      }
      const error = thrown instanceof SampleError ? thrown : new SampleError('Error', String(thrown));
      const { type, message, status } = error;
      respond(status, { error: { type, message } }, { 'x-function-error': type });
    }
  }
}
