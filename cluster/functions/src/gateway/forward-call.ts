import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { Clock } from '@kubemin/base';
import { functionMessages } from '../messages/index.ts';
import { CallError } from './call-error.ts';
import type { FunctionRoute } from './function-router.ts';
import type { RoutedInstance } from './routed-instance.ts';

/** A request as it is sent to an instance. */
export interface ForwardedCall {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Why no response came from an instance. */
export class InstanceLostError extends CallError {
  /** Whether the instance cannot have received the request. */
  readonly isUnsent: boolean;

  constructor(instance: RoutedInstance, isUnsent: boolean, cause: unknown) {
    super(502, 'instance-lost', functionMessages.instanceLost({ instance: instance.name }), cause);
    this.isUnsent = isUnsent;
  }
}

export class CallTimeoutError extends CallError {
  constructor({ namespace, name, timeoutMs }: FunctionRoute) {
    super(504, 'Timeout', functionMessages.callTimeout({ namespace, name, seconds: timeoutMs / 1_000 }));
  }
}

/** They are of one connection. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'expect', 'content-length', 'host'],
]);

export interface ForwardOptions {
  readonly instance: RoutedInstance;
  readonly route: FunctionRoute;
  readonly clock: Clock;
  /** The client is gone. */
  readonly signal: AbortSignal;
}

/** A response whose head has arrived. */
export interface ForwardedResponse {
  readonly response: IncomingMessage;
  /** The headers for the client. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Ends the time limit; to be called when the body has been read. */
  finish(): void;
}

/** Sends a call to an instance. Rejects with InstanceLostError, CallTimeoutError, and the reason of the signal. */
export async function forwardCall(call: ForwardedCall, options: ForwardOptions): Promise<ForwardedResponse> {
  const { instance, route, clock, signal } = options;
  const { agent, address } = instance.connections;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { method, path, body } = call;
  const headers = { ...withoutHopByHop(call.headers), 'content-length': body.length };
  const upstream: ClientRequest = request({ agent, ...address, method, path, headers });
  let isConnected = false;
  let hasTimedOut = false;
  const cancelTimer = clock.after(route.timeoutMs, () => {
    hasTimedOut = true;
    upstream.destroy();
    reject(new CallTimeoutError(route));
  });
  const abort = (): void => void upstream.destroy();
  signal.addEventListener('abort', abort, { once: true });
  const finish = (): void => {
    cancelTimer();
    signal.removeEventListener('abort', abort);
  };
  upstream
    .once('socket', () => {
      isConnected = true;
    })
    .once('response', resolve)
    .on('error', (error) =>
      reject(signal.aborted ? signal.reason : new InstanceLostError(instance, !isConnected, error)),
    );
  upstream.end(body);
  if (signal.aborted) abort();
  try {
    const response = await promise;
    response.on('error', () => undefined);
    return { response, headers: withoutHopByHop(response.headers, response.headers['content-length']), finish };
  } catch (error) {
    finish();
    throw hasTimedOut ? new CallTimeoutError(route) : error;
  }
}

function withoutHopByHop(
  headers: IncomingHttpHeaders,
  length?: string,
): Readonly<Record<string, string | readonly string[]>> {
  const kept: Record<string, string | readonly string[]> = {};
  const named = headers.connection?.toLowerCase().split(/\s*,\s*/);
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !HOP_BY_HOP.has(name) && named?.includes(name) !== true) kept[name] = value;
  }
  if (length !== undefined) kept['content-length'] = length;
  return kept;
}
