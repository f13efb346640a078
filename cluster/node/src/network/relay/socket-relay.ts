import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { type Clock, listenError, RetryableError, TerminalError, toError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';

/**
 * Connections between the machine's network and the private network of a node, over unix sockets: the two have no network in
 * common. Sockets lie in directories that only their owner can enter.
 *
 * - serveRelay passes connections to a unix socket on to an address of the network that this process is in.
 * - listenRelay listens on an address of the network that this process is in and passes connections on to a unix socket.
 * - serveConnections is for protocols of the caller's own.
 * - serveDialer and dialThrough let the caller choose the address for each connection, by name too where the server looks
 *   it up; listenDialer listens for one.
 */
export interface Relay extends AsyncDisposable {
  /** The port that was listened on, or 0 for unix sockets. */
  readonly port: number;
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Passes connections to the unix socket `path` on to `target`. */
export async function serveRelay(path: string, target: Address): Promise<Relay> {
  return serveConnections(path, (client) => join(client, connect({ ...target, allowHalfOpen: true })));
}

/** Calls `handle` for each connection to the unix socket `path`. */
export async function serveConnections(path: string, handle: (socket: Socket) => void): Promise<Relay> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    // Without a listener a client that has gone would end this process.
    socket.on('error', () => socket.destroy());
    handle(socket);
  });
  await listenOnPath(server, path);
  return makeRelay(server, 0);
}

/** Listens on an address and passes connections on to the unix socket `path`. */
export async function listenRelay(address: Address, path: string): Promise<Relay> {
  return listenOn(address, (client) => join(client, connect({ path, allowHalfOpen: true })));
}

async function listenOn({ host, port }: Address, handle: (client: Socket) => void): Promise<Relay> {
  const server = createServer({ allowHalfOpen: true }, handle);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', (error) => reject(listenError(host, port, error)));
  server.listen(port, host, resolve);
  await promise;
  const address = server.address();
  return makeRelay(server, typeof address === 'object' && address !== null ? address.port : port);
}

/** The longest domain name, a port, and many ranges; or a code and a message. */
const LONGEST_HEAD = 4_096;
const LINE_END = 10;

/** What a caller wants to be connected to. */
export interface WantedAddress extends Address {
  /** The only addresses that may be chosen, as `10.0.0.1-10.0.0.9`; undefined for all. */
  readonly within?: readonly string[] | undefined;
}

/** The addresses to try for what a caller asked for, in order. Throws an error with a code when there is none. */
export type FindAddresses = (wanted: WantedAddress) => readonly Address[] | Promise<readonly Address[]>;

/**
 * Serves dialThrough: each connection begins with a line `host port` or `host port ranges`, gets the reply `ok` or an error code and a message,
 * and is then the connection to the first of the addresses that accepts one.
 */
export async function serveDialer(path: string, find: FindAddresses): Promise<Relay> {
  return serveConnections(path, (client) => {
    readHead(client)
      .then((head) => dialFor(client, head, find))
      .catch((error: unknown) => refuse(client, error));
  });
}

/** A FindAddresses that takes addresses as they are, and refuses those that are not allowed. */
export function onlyAllowed(allows: (address: Address) => boolean): FindAddresses {
  return (address) => {
    if (allows(address)) return [address];
    throw new TerminalError(verbatim(`${address.host} is not reached from here`), { code: 'EACCES' });
  };
}

function refuse(client: Socket, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'EIO';
  const message = toError(error).message.replaceAll(/[^\x20-\x7e]/g, ' ');
  client.end(`${code} ${message}`.slice(0, LONGEST_HEAD - 1).concat('\n'));
}

async function dialFor(client: Socket, head: string, find: FindAddresses): Promise<void> {
  const [host = '', port = '', ranges] = head.split(' ');
  const within = ranges?.split(',').filter(Boolean);
  let failure: unknown = new RetryableError(verbatim(`${host} has no address`), { code: 'ENOTFOUND' });
  for (const address of await find({ host, port: Number(port), within })) {
    try {
      const target = await connectFor(client, address);
      client.write('ok\n');
      join(client, target);
      return;
    } catch (error) {
      failure = error;
      if (client.destroyed) return;
    }
  }
  throw failure;
}

/** Gives up when the client does. */
function connectFor(client: Socket, address: Address): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const target = connect({ ...address, allowHalfOpen: true });
  const giveUp = (): void =>
    void target.destroy(new RetryableError(verbatim('the caller is gone'), { code: 'ECONNABORTED' }));
  client.once('close', giveUp);
  target.once('error', reject).once('connect', () => {
    target.off('error', reject);
    client.off('close', giveUp);
    resolve(target);
  });
  return promise.catch((error: unknown) => {
    client.off('close', giveUp);
    throw error;
  });
}

/** Connects to an address of the network behind the socket `path`. Rejects with a RetryableError that has the reason. */
export async function dialThrough(
  path: string,
  { host, port, within }: WantedAddress,
  signal?: AbortSignal,
): Promise<Socket> {
  const socket = connect({ path, allowHalfOpen: true, signal });
  try {
    socket.write(`${[host, port, ...(within === undefined ? [] : [within.join()])].join(' ')}\n`);
    const reply = await readHead(socket);
    if (reply === 'ok') return socket;
    const [code = 'EIO'] = reply.split(' ');
    const reason = reply.slice(code.length + 1);
    throw new RetryableError(verbatim(`cannot connect to ${host}:${port}: ${reason || code}`), { code, cause: reason });
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** A dialer that is not there yet, as its process is being started, is waited for this long. */
const DIALER_WAIT_MS = 5_000;
const DIALER_PAUSE_MS = 50;
const NO_DIALER: readonly unknown[] = ['ENOENT', 'ECONNREFUSED'];

/** Listens on an address and connects clients to `target` in the network behind the socket `path`. */
export async function listenDialer(address: Address, path: string, target: Address, clock: Clock): Promise<Relay> {
  return listenOn(address, (client) => {
    const gone = new AbortController();
    client.on('error', () => client.destroy()).once('close', () => gone.abort());
    dialWhenServed(path, target, clock, gone.signal).then(
      (socket) => (client.destroyed ? socket.destroy() : join(client, socket)),
      () => client.destroy(),
    );
  });
}

async function dialWhenServed(path: string, target: Address, clock: Clock, signal: AbortSignal): Promise<Socket> {
  for (const until = clock.monotonic() + DIALER_WAIT_MS; ; ) {
    try {
      return await dialThrough(path, target);
    } catch (error) {
      const isServed = !(
        error instanceof Error &&
        'syscall' in error &&
        'code' in error &&
        NO_DIALER.includes(error.code)
      );
      if (isServed || clock.monotonic() >= until) throw error;
      await clock.sleep(DIALER_PAUSE_MS, signal);
      signal.throwIfAborted();
    }
  }
}

/** Reads up to the first line end, and leaves the rest in the socket. */
function readHead(socket: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let head = Buffer.alloc(0);
  const finish = (): void => {
    socket.off('readable', read).off('error', fail).off('end', end);
  };
  const fail = (error: Error): void => {
    finish();
    reject(error);
  };
  const end = (): void => fail(new RetryableError(verbatim('the connection ended too early'), { code: 'ECONNRESET' }));
  const read = (): void => {
    const chunk: Buffer | null = socket.read();
    if (chunk === null) return;
    head = Buffer.concat([head, chunk]);
    const at = head.indexOf(LINE_END);
    if (at === -1) {
      if (head.length > LONGEST_HEAD) end();
      return;
    }
    finish();
    const rest = head.subarray(at + 1);
    if (rest.length > 0) socket.unshift(rest);
    resolve(head.toString('latin1', 0, at));
  };
  socket.on('readable', read).on('error', fail).on('end', end);
  return promise;
}

/** Joins two connections: each end of one becomes the end of the other, and an error ends both. */
function join(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one);
  one.on('error', () => other.destroy()).on('close', () => other.destroy());
  other.on('error', () => one.destroy()).on('close', () => one.destroy());
}

/** The socket takes its place when it listens: one that is closed later does not remove that of its successor. */
async function listenOnPath(server: Server, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}`;
  await rm(temporary, { force: true });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(temporary, resolve);
  await promise;
  await chmod(temporary, 0o600);
  await rename(temporary, path);
}

function makeRelay(server: Server, port: number): Relay {
  // A connection that cannot be accepted, for want of file descriptors, must not end the process.
  server.on('error', () => undefined);
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  return {
    port,
    [Symbol.asyncDispose]: async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
      await promise;
    },
  };
}
