import { type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { toError } from '@kubemin/base';
import { type ApiResponse, type ApiUpgradeResponse, methodNotAllowed, unauthorized } from '@kubemin/kubeapi';
import { objectResponse } from '../registry/index.ts';
import { joinStreams } from '../streaming/index.ts';
import { ALLOWED_METHODS, completeRequest, requestHead, requestMethod } from './http-request.ts';
import { writeResponse } from './http-response.ts';
import { ObjectEncoder } from './object-encoder.ts';
import { Peers } from './peer.ts';
import type { RequestListenerOptions } from './request-listener.ts';

/** Serves one request for the connection itself; resolves when that is over. */
export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>;

const PROTOCOLS = ['websocket', 'spdy/3.1'];
const NO_BODY = new Uint8Array();

/** Whether a request wants what this server can turn a connection into; others (h2c) are served as if they had not asked. */
export function isUpgrade({ headers }: IncomingMessage): boolean {
  return PROTOCOLS.includes(headers.upgrade?.toLowerCase() ?? '');
}

/** Passes upgrade requests to the handler. A refused one gets an ordinary response, and the connection is closed. */
export function createUpgradeListener(options: RequestListenerOptions): UpgradeListener {
  const encoder = new ObjectEncoder();
  const peers = new Peers(options.port);
  return async (input, socket, head) => {
    const gone = new AbortController();
    const onClosing = (): void => gone.abort(new Error('the server is closing'));
    if (options.closing.aborted) onClosing();
    // There are few of these, and they last: a listener for each does no harm.
    options.closing.addEventListener('abort', onClosing);
    socket.on('close', () => {
      options.closing.removeEventListener('abort', onClosing);
      gone.abort(new Error('the client is gone'));
    });
    socket.on('error', (error) => options.logger.debug('a client broke off', { url: input.url, error }));
    try {
      const exchange: Upgrade = { input, peers, signal: gone.signal };
      const response = await respond(options, exchange);
      if (response.kind === 'upgrade') return await joinUpgrade(socket, head, response);
      await refuse(socket, exchange, { response, encoder });
    } catch (error) {
      if (!gone.signal.aborted) options.logger.warn('a connection failed', { url: input.url, error: toError(error) });
      socket.destroy();
    }
  };
}

interface Upgrade {
  readonly input: IncomingMessage;
  readonly peers: Peers;
  readonly signal: AbortSignal;
}

async function respond(options: RequestListenerOptions, { input, peers, signal }: Upgrade): Promise<ApiResponse> {
  const method = requestMethod(input);
  const head = requestHead(input, method ?? 'GET', signal);
  if (method === undefined) {
    const refused = refusal(methodNotAllowed({ group: '', plural: head.path }, String(input.method)));
    return { ...refused, headers: ALLOWED_METHODS };
  }
  const peer = peers.of(input);
  const authentication = await options.authenticate({
    authorization: peer.authorization(head.headers.authorization),
    userAgent: head.headers['user-agent'],
    peerAddress: peer.address,
    certificate: peer.certificate,
  });
  if (authentication.kind === 'refused') return refusal(unauthorized());
  // Ends with the connection.
  peer.connection?.requestBegan();
  if (authentication.kind === 'user') peer.connection?.authenticated();
  const user = authentication.kind === 'user' ? authentication.user : undefined;
  return options.handler({ ...completeRequest(head, user, NO_BODY), expect: 'upgrade' });
}

function refusal({ httpCode, status }: ReturnType<typeof unauthorized>): ApiResponse {
  return objectResponse(httpCode, status);
}

/** From here on bytes are only copied between the client and the backend. */
function joinUpgrade(socket: Duplex, head: Buffer, { headers, socket: far }: ApiUpgradeResponse): Promise<void> {
  const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}\r\n`));
  socket.write(`HTTP/1.1 101 ${STATUS_CODES[101]}\r\n${lines.join('')}\r\n`);
  if (head.byteLength > 0) socket.unshift(head);
  return joinStreams(socket, far);
}

/** Node does not write responses on a connection that requests an upgrade, so this is done here. */
async function refuse(
  socket: Duplex,
  { input, signal }: Upgrade,
  {
    response,
    encoder,
  }: { readonly response: Exclude<ApiResponse, ApiUpgradeResponse>; readonly encoder: ObjectEncoder },
): Promise<void> {
  // It always is; only the type of the event is wider.
  if (!(socket instanceof Socket)) throw new Error('not a connection of the network');
  const output = new ServerResponse(input);
  output.shouldKeepAlive = false;
  output.assignSocket(socket);
  await writeResponse(output, requestHead(input, 'GET', signal), { response, encoder });
  socket.end();
}
