import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface InstanceAddress {
  readonly host: string;
  readonly port: number;
}

/** Connects to an address of the pod network. */
export type DialInstance = (address: InstanceAddress, signal?: AbortSignal) => Promise<Socket>;

/** For a process that is in the pod network itself. */
export const connectDirectly: DialInstance = async (address, signal) => {
  const socket = connect({ ...address, noDelay: true, ...(signal && { signal }) });
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  socket.once('error', reject).once('connect', () => {
    socket.off('error', reject);
    resolve(socket);
  });
  return promise;
};

export interface InstanceResponse {
  readonly status: number;
  readonly text: string;
}

export interface InstanceConnectionsOptions {
  readonly address: InstanceAddress;
  readonly dial: DialInstance;
  /** Whether a connection is used again: only for servers that do not close idle ones of their own accord. */
  readonly keepAlive: boolean;
}

/** A response of an instance to a small request. */
const SMALL_RESPONSE_BYTES = 1_048_576;
const IDLE_CONNECTIONS = 64;

/** The connections to one instance. */
export class InstanceConnections implements Disposable {
  readonly address: InstanceAddress;
  readonly agent: Agent;

  constructor({ address, dial, keepAlive }: InstanceConnectionsOptions) {
    this.address = address;
    this.agent = new DialingAgent(address, dial, keepAlive);
  }

  /** A small request, such as for the health. Rejects when no response came. */
  async exchange(
    method: string,
    path: string,
    { body, token, signal }: { readonly body?: string; readonly token?: string; readonly signal: AbortSignal },
  ): Promise<InstanceResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    };
    const { host, port } = this.address;
    request({ agent: this.agent, host, port, method, path, headers, signal }, resolve).once('error', reject).end(body);
    const response = await promise;
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > SMALL_RESPONSE_BYTES) break;
      chunks.push(bytes);
    }
    return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') };
  }

  [Symbol.dispose](): void {
    this.agent.destroy();
  }
}

class DialingAgent extends Agent {
  readonly #address: InstanceAddress;
  readonly #dial: DialInstance;

  constructor(address: InstanceAddress, dial: DialInstance, keepAlive: boolean) {
    super({ keepAlive, maxFreeSockets: IDLE_CONNECTIONS, scheduling: 'lifo' });
    this.#address = address;
    this.#dial = dial;
  }

  override createConnection(_options: unknown, callback: (error: Error | null, stream: Duplex) => void): undefined {
    this.#dial(this.#address).then(
      (socket) => callback(null, socket),
      (error: Error) => Reflect.apply(callback, undefined, [error]),
    );
  }
}
