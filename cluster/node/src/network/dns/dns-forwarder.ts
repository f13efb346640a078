import { createSocket } from 'node:dgram';
import { connect, isIP } from 'node:net';
import { type Clock, type Random, RetryableError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';

/** How a question or its answer travels. */
export type DnsTransport = 'udp' | 'tcp';

/** Asks other name servers. */
export interface DnsForwarder {
  /**
   * Resolves with the response to a query, both as they are on the wire and with the same id. Rejects with a
   * ForwardError, after a bounded time, when there is none.
   */
  forward(query: Buffer, transport: DnsTransport): Promise<Buffer>;
}

export interface UpstreamServer {
  readonly address: string;
  /** @default 53 */
  readonly port?: number;
}

export interface DnsForwarderOptions {
  /** Tried in order. */
  readonly servers: readonly UpstreamServer[];
  readonly clock: Clock;
  readonly random: Random;
  /** For each server. @default 2 s */
  readonly timeoutMs?: number;
  /** Queries under way at the same time; more fail at once. @default 500 */
  readonly maxQueries?: number;
}

export class ForwardError extends RetryableError {
  constructor(message: string, cause?: unknown) {
    super(verbatim(message), { code: 'DNS_FORWARD_FAILED', cause });
  }
}

/** Clients give up after five seconds as a rule: a third server would be asked for nothing. */
const MAX_SERVERS = 2;

export function createDnsForwarder(options: DnsForwarderOptions): DnsForwarder {
  return new SocketForwarder(options);
}

class SocketForwarder implements DnsForwarder {
  readonly #options: DnsForwarderOptions;
  #underWay = 0;

  constructor(options: DnsForwarderOptions) {
    this.#options = options;
  }

  async forward(query: Buffer, transport: DnsTransport): Promise<Buffer> {
    const { servers, random, maxQueries = 500 } = this.#options;
    if (this.#underWay >= maxQueries) throw new ForwardError(`more than ${maxQueries} queries under way`);
    this.#underWay += 1;
    try {
      let failure: unknown = new ForwardError('no upstream name server');
      for (const server of servers.slice(0, MAX_SERVERS)) {
        // An id of our own, and a port of its own for each query: both would have to be guessed to forge a response.
        const sent = Buffer.from(query);
        Buffer.from(random.bytes(2)).copy(sent);
        try {
          const response = await (transport === 'udp' ? this.#askUdp(sent, server) : this.#askTcp(sent, server));
          query.copy(response, 0, 0, 2);
          return response;
        } catch (thrown) {
          failure = thrown;
        }
      }
      throw failure;
    } finally {
      this.#underWay -= 1;
    }
  }

  #askUdp(query: Buffer, { address, port = 53 }: UpstreamServer): Promise<Buffer> {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const socket = createSocket(isIP(address) === 6 ? 'udp6' : 'udp4');
    const fail = (cause: Error): void => reject(new ForwardError(`${address}: ${cause.message}`, cause));
    const cancel = this.#limitTime(address, reject);
    socket.on('error', fail);
    socket.on('message', (message) => {
      if (isResponseTo(query, message)) resolve(message);
    });
    socket.on('connect', () =>
      socket.send(query, (error) => {
        if (error !== null) fail(error);
      }),
    );
    socket.connect(port, address);
    return promise.finally(() => {
      cancel();
      socket.close();
    });
  }

  #askTcp(query: Buffer, { address, port = 53 }: UpstreamServer): Promise<Buffer> {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const socket = connect({ host: address, port, noDelay: true });
    const cancel = this.#limitTime(address, reject);
    let received = Buffer.alloc(0);
    socket.on('error', (cause) => reject(new ForwardError(`${address}: ${cause.message}`, cause)));
    socket.on('close', () => reject(new ForwardError(`${address}: connection closed`)));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 2) return;
      const length = received.readUInt16BE(0);
      if (received.length < length + 2) return;
      const message = received.subarray(2, length + 2);
      if (isResponseTo(query, message)) resolve(message);
      else reject(new ForwardError(`${address}: a response to another query`));
    });
    socket.write(frame(query));
    return promise.finally(() => {
      cancel();
      socket.destroy();
    });
  }

  #limitTime(address: string, reject: (error: Error) => void): () => void {
    const { clock, timeoutMs = 2_000 } = this.#options;
    return clock.after(timeoutMs, () => reject(new ForwardError(`${address}: no response within ${timeoutMs} ms`)));
  }
}

/** A message with its length, as it travels over TCP. */
export function frame(message: Buffer): Buffer {
  const framed = Buffer.allocUnsafe(message.length + 2);
  framed.writeUInt16BE(message.length);
  message.copy(framed, 2);
  return framed;
}

function isResponseTo(query: Buffer, message: Buffer): boolean {
  if (message.length < 12 || ((message[2] ?? 0) & 0x80) === 0) return false;
  if (message.readUInt16BE(0) !== query.readUInt16BE(0)) return false;
  // An error may come without the question; with one it must be the same, in the same case.
  if (message.readUInt16BE(4) === 0) return true;
  const end = questionEnd(query);
  return message.length >= end && message.compare(query, 12, end, 12, end) === 0;
}

/** Where the only question of a query ends; its name is not compressed, as it is the first. */
function questionEnd(query: Buffer): number {
  let at = 12;
  for (let size = query[at] ?? 0; size !== 0; size = query[at] ?? 0) at += size + 1;
  return Math.min(at + 5, query.length);
}
