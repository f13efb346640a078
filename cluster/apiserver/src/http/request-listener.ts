import { type Logger, toError } from '@kubemin/base';
import type { GuardedPort } from '@kubemin/base/connections';
import {
  type ApiHandler,
  type ApiRequest,
  type ApiResponse,
  badRequest,
  methodNotAllowed,
  requestEntityTooLarge,
  type StatusError,
  unauthorized,
} from '@kubemin/kubeapi';
import type { Authenticator } from '../auth/index.ts';
import { MAX_BODY_BYTES } from '../handler/index.ts';
import { objectResponse } from '../registry/index.ts';
import {
  ALLOWED_METHODS,
  type AnyRequest,
  completeRequest,
  readRequestBody,
  requestHead,
  requestMethod,
  requestStream,
} from './http-request.ts';
import { type AnyResponse, writeResponse } from './http-response.ts';
import { ObjectEncoder } from './object-encoder.ts';
import { type Peer, Peers } from './peer.ts';

/** What stands behind the HTTP edge. */
export interface RequestListenerOptions {
  readonly handler: ApiHandler;
  readonly authenticate: Authenticator;
  readonly logger: Logger;
  /** @default connections are not bounded */
  readonly port: GuardedPort | undefined;
  /** Aborts when the server closes. */
  readonly closing: AbortSignal;
}

/** Made once: left to itself, every abort makes an error of its own, and takes a stack trace for it. */
const CLIENT_GONE = new Error('the client is gone');
const CLOSING = new Error('the server is closing');

/** Serves one request; resolves when the response is written or the client has disconnected. */
export type RequestListener = (request: AnyRequest, response: AnyResponse) => Promise<void>;

/** Between HTTP and the handler: who asks, the bytes in, the bytes out. */
export function createRequestListener(options: RequestListenerOptions): RequestListener {
  const encoder = new ObjectEncoder();
  const peers = new Peers(options.port);
  const open = new Set<AbortController>();
  options.closing.addEventListener('abort', () => {
    for (const gone of open) gone.abort(CLOSING);
  });
  return async (input, output) => {
    const gone = new AbortController();
    // Not a listener on `closing` per request: those are searched one by one, and there may be thousands.
    open.add(gone);
    const peer = peers.of(input);
    peer.connection?.requestBegan();
    output.on('close', () => {
      peer.connection?.requestEnded();
      open.delete(gone);
      if (!output.writableEnded) gone.abort(CLIENT_GONE);
    });
    if (options.closing.aborted) gone.abort(CLOSING);
    // A client that resets its stream raises errors on either side, at any time; without a listener they end the process.
    const onError = (error: unknown): void => {
      options.logger.debug('a client broke off', { url: input.url, error });
      gone.abort(CLIENT_GONE);
    };
    requestStream(input).on('error', onError);
    output.on('error', onError);
    try {
      await serve(options, { input, output, encoder, peer, signal: gone.signal });
    } catch (error) {
      // The handler turns its own failures into responses; an error here is a broken connection.
      if (!gone.signal.aborted) options.logger.warn('a connection failed', { url: input.url, error: toError(error) });
      output.destroy();
    }
  };
}

interface Exchange {
  readonly input: AnyRequest;
  readonly output: AnyResponse;
  readonly encoder: ObjectEncoder;
  readonly peer: Peer;
  readonly signal: AbortSignal;
}

async function serve({ handler, authenticate }: RequestListenerOptions, exchange: Exchange): Promise<void> {
  const { input, output, encoder, peer, signal } = exchange;
  const method = requestMethod(input);
  const head = requestHead(input, method ?? 'GET', signal);
  const refuse = (error: StatusError, headers: ApiResponse['headers'] = {}): Promise<void> =>
    writeResponse(output, head, { response: { ...objectResponse(error.httpCode, error.status), headers }, encoder });
  if (method === undefined) {
    return refuse(methodNotAllowed({ group: '', plural: head.path }, String(input.method)), ALLOWED_METHODS);
  }
  const authentication = await authenticate({
    authorization: peer.authorization(head.headers.authorization),
    userAgent: head.headers['user-agent'],
    peerAddress: peer.address,
    certificate: peer.certificate,
  });
  if (authentication.kind === 'refused') return refuse(unauthorized());
  if (authentication.kind === 'user') peer.connection?.authenticated();
  const body = await readRequestBody(input);
  if (body.kind === 'tooLarge') return refuse(requestEntityTooLarge(`limit is ${MAX_BODY_BYTES}`));
  const user = authentication.kind === 'user' ? authentication.user : undefined;
  const request: ApiRequest = { ...completeRequest(head, user, body.bytes), expect: 'stream' };
  const response: ApiResponse = await handler(request);
  if (response.kind === 'upgrade') {
    response.socket.destroy();
    return refuse(badRequest('Upgrade request required'));
  }
  return writeResponse(output, request, { response, encoder });
}
