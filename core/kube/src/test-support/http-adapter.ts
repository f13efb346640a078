import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ApiBody, ApiHandler, ApiMethod, ApiRequest, ApiResponse } from '@kubemin/kubeapi';

export interface HttpAdapter {
  readonly url: string;
  /** As they came over the wire. */
  readonly requests: IncomingMessage[];
  /** Breaks every connection in the middle of whatever it does. */
  cutConnections(): void;
  close(): Promise<void>;
}

/** Puts any ApiHandler behind a real socket on a free port. */
export async function serveHandler(handler: ApiHandler, tls?: ServerOptions): Promise<HttpAdapter> {
  const requests: IncomingMessage[] = [];
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    requests.push(incoming);
    respond(handler, incoming, outgoing).catch((error: unknown) =>
      outgoing.destroy(error instanceof Error ? error : undefined),
    );
  };
  const server: Server = tls === undefined ? createServer(listener) : createSecureServer(tls, listener);
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (incoming, socket) => {
    requests.push(incoming);
    upgraded.add(socket);
    upgrade(handler, incoming, socket).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!isAddress(address)) throw new Error('the test server has no port');
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${address.port}`,
    requests,
    cutConnections: () => server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        for (const socket of upgraded) socket.destroy();
      }),
  };
}

async function respond(handler: ApiHandler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const closed = new AbortController();
  outgoing.on('close', () => closed.abort());
  const response = await handler({ ...(await toApiRequest(incoming)), expect: 'stream', signal: closed.signal });
  send(response, outgoing, closed.signal);
}

async function upgrade(handler: ApiHandler, incoming: IncomingMessage, socket: Duplex): Promise<void> {
  socket.on('error', () => socket.destroy());
  const response = await handler({ ...(await toApiRequest(incoming)), expect: 'upgrade' });
  if (response.kind === 'upgrade') {
    const headers = Object.entries(response.headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers.join('')}\r\n`);
    response.socket.on('error', () => socket.destroy());
    socket.pipe(response.socket).pipe(socket);
    return;
  }
  const body = response.kind === 'object' ? JSON.stringify(response.object) : '';
  const head = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
  socket.end(`HTTP/1.1 ${response.status} Refused\r\n${head}\r\n\r\n${body}`);
}

async function toApiRequest(incoming: IncomingMessage): Promise<ApiRequest> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const contentType = incoming.headers['content-type'];
  const body: ApiBody | undefined =
    bytes.length === 0 ? undefined : { kind: 'bytes', bytes, ...(contentType && { contentType }) };
  const [path = '/', query = ''] = (incoming.url ?? '/').split('?');
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  return {
    method: toApiMethod(incoming.method),
    path,
    query: new URLSearchParams(query),
    headers,
    ...(body && { body }),
  };
}

function send(response: ApiResponse, outgoing: ServerResponse, closed: AbortSignal): void {
  if (response.kind === 'watch') {
    outgoing.writeHead(200, { 'content-type': 'application/json' });
    outgoing.flushHeaders();
    stream(response.events, outgoing, closed).catch(() => outgoing.destroy());
    return;
  }
  if (response.kind === 'stream') {
    outgoing.writeHead(response.status, { 'content-type': 'text/plain' });
    outgoing.flushHeaders();
    pipeline(response.body, outgoing).catch(() => outgoing.destroy());
    return;
  }
  if (response.kind === 'upgrade') throw new Error('no upgrade was requested');
  const json = response.kind === 'object';
  outgoing.writeHead(response.status, {
    'content-type': json ? 'application/json' : 'text/plain',
    ...response.headers,
  });
  outgoing.end(json ? JSON.stringify(response.object) : response.text);
}

async function stream(
  events: AsyncIterable<readonly unknown[]>,
  outgoing: ServerResponse,
  closed: AbortSignal,
): Promise<void> {
  for await (const batch of events) {
    if (closed.aborted) return;
    outgoing.write(batch.map((event) => `${JSON.stringify(event)}\n`).join(''));
  }
  outgoing.end();
}

function toApiMethod(method: string | undefined): ApiMethod {
  if (method === 'POST' || method === 'PUT' || method === 'PATCH' || method === 'DELETE') return method;
  return 'GET';
}

function isAddress(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}
