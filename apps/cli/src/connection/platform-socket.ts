import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { responseError, unreachable } from '@kubemin/client';
import { websocketHeaders } from '@kubemin/kube';
import type { PlatformAccess } from './connect.ts';

/** A WebSocket that is asked for. */
export interface PlatformSocketRequest {
  /** Below the address of the platform, with the API prefix. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The best first. */
  readonly protocols: readonly string[];
  readonly signal: AbortSignal;
}

/** A connection to the platform that has become a WebSocket. */
export interface PlatformSocket {
  readonly socket: Duplex;
  /** The one that the platform has chosen. */
  readonly protocol: string | undefined;
}

/** Opens a WebSocket to the platform; destroyed when the signal aborts. A refusal is a PlatformError. */
export function openPlatformSocket(
  { url, token }: Pick<PlatformAccess, 'url' | 'token'>,
  { path, query, protocols, signal }: PlatformSocketRequest,
): Promise<PlatformSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<PlatformSocket>();
  const target = new URL(`${url.replace(/\/+$/, '')}${path}?${query}`);
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const headers = { ...websocketHeaders(protocols), authorization: `Bearer ${token}` };
  const sent = send(target, { headers, agent: false, signal });
  sent.on('upgrade', (response, socket, head) => {
    if (head.byteLength > 0) socket.unshift(head);
    destroyWith(socket, signal);
    resolve({ socket, protocol: response.headers['sec-websocket-protocol'] });
  });
  sent.on('response', (response) => {
    refusal(String(target), response).then(reject, reject);
  });
  sent.on('error', (error) => reject(signal.aborted ? error : unreachable(String(target), error)));
  sent.end();
  return promise;
}

async function refusal(url: string, response: IncomingMessage): Promise<Error> {
  return responseError(url, response.statusCode ?? 0, await text(response));
}

/** An upgraded connection no longer belongs to its request, and emits an error whether it has a reader or not. */
function destroyWith(socket: Duplex, signal: AbortSignal): void {
  const cut = (): void => void socket.destroy();
  socket.on('error', cut);
  signal.addEventListener('abort', cut, { once: true });
  socket.on('close', () => signal.removeEventListener('abort', cut));
  if (signal.aborted) cut();
}
