import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Agent, request as startRequest } from 'node:https';

/** The fields of an object this test looks at. */
export interface StoredObject {
  readonly metadata: {
    readonly name: string;
    readonly resourceVersion: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly [field: string]: unknown;
}

/** Status and body of a complete response. */
export interface ApiResponse {
  readonly status: number;
  readonly body: StoredObject & { readonly items?: readonly StoredObject[] };
}

/** One line of a watch. */
export interface WatchLine {
  readonly type: string;
  readonly object: StoredObject;
}

/** Whether this is what a client sees of a server that was killed. */
export function isBroken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && BROKEN.includes(String(error.code));
}

const BROKEN = ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'];

/** Connects to one server process over TLS without retries: a response is an acknowledgement, anything else is not. */
export class ApiConnection {
  readonly #port: number;
  readonly #authorization: string;
  readonly #agent: Agent;

  private constructor(port: number, ca: Buffer, token: string) {
    this.#port = port;
    this.#authorization = `Bearer ${token}`;
    this.#agent = new Agent({ ca, keepAlive: true });
  }

  /** To whom the kubeconfig leads. */
  static async open(kubeconfig: string): Promise<ApiConnection> {
    const text = await readFile(kubeconfig, 'utf8');
    const find = (pattern: RegExp): string => {
      const found = pattern.exec(text)?.[1];
      if (found === undefined) throw new Error(`${kubeconfig} has no ${pattern}`);
      return found;
    };
    const ca = Buffer.from(find(/certificate-authority-data: "?([^"\s]+)/), 'base64');
    return new ApiConnection(Number(find(/server: "?https:\/\/[^:]+:(\d+)/)), ca, find(/token: "?([^"\s]+)/));
  }

  /** Rejects if the connection breaks before the response is complete. */
  async send(method: string, path: string, body?: unknown): Promise<ApiResponse> {
    const patching = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const text = body === undefined ? '' : JSON.stringify(body);
    const response = await this.#ask(method, path, { text, contentType: patching });
    let received = '';
    for await (const chunk of response) received += String(chunk);
    return { status: response.statusCode ?? 0, body: JSON.parse(received) };
  }

  /** Ends with the server, in one way or another: see `isBroken`. */
  async *watch(path: string): AsyncGenerator<WatchLine> {
    const response = await this.#ask('GET', path, { text: '', contentType: 'application/json' });
    if (response.statusCode !== 200) throw new Error(`the watch ${path} failed with status ${response.statusCode}`);
    let rest = '';
    for await (const chunk of response) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line);
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  async #ask(
    method: string,
    path: string,
    { text, contentType }: { readonly text: string; readonly contentType: string },
  ): Promise<IncomingMessage> {
    const request = startRequest({
      host: '127.0.0.1',
      port: this.#port,
      method,
      path,
      agent: this.#agent,
      headers: {
        authorization: this.#authorization,
        'content-type': contentType,
        'content-length': Buffer.byteLength(text),
      },
    });
    request.end(text);
    const [response]: IncomingMessage[] = await once(request, 'response');
    if (response === undefined) throw new Error('no response');
    return response;
  }
}
