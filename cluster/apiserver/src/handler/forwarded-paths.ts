import { toError } from '@kubemin/base';
import {
  type ApiHandler,
  type ApiRequest,
  type ApiResponse,
  badRequest,
  pathNotFound,
  type StatusError,
  serviceUnavailable,
} from '@kubemin/kubeapi';
import { objectResponse } from '../registry/index.ts';

/** Which paths are forwarded, and where. */
export interface ForwardedPaths {
  /** The first segment of those paths. */
  readonly prefix: string;
  /** `http://host:port` of the target. It receives the callers' tokens: name only a trusted server. */
  readonly url: string;
}

/** Credentials are the caller's own; nothing of what this server found out about them is added. */
const SENT = ['accept', 'authorization', 'content-type', 'if-none-match'];
const RETURNED = ['allow', 'cache-control', 'content-type', 'location', 'retry-after', 'www-authenticate'];

/**
 * Forwards requests for the paths below a prefix, so that clients need one address. The target decides
 * what the caller may do there.
 */
export function withForwardedPaths(handler: ApiHandler, { prefix, url }: ForwardedPaths): ApiHandler {
  const below = `/${prefix}/`;
  return async (request) => {
    if (!request.path.startsWith(below)) return handler(request);
    const target = new URL(`${request.path}?${request.query}`, url);
    // `..` in a path would lead to what was not meant to be reached through here.
    if (!target.pathname.startsWith(below)) return refusal(pathNotFound());
    if (Object.keys(request.headers).some((name) => name.startsWith('impersonate-'))) {
      return refusal(badRequest(`impersonation is not passed on below ${below}; send a token of whom you mean to be`));
    }
    try {
      return await forwardRequest(request, target);
    } catch (error) {
      request.signal?.throwIfAborted();
      const why = errorCause(toError(error));
      return refusal(serviceUnavailable(`${below} is forwarded to ${url}, which cannot be reached: ${why}`));
    }
  };
}

async function forwardRequest({ method, headers, body, signal }: ApiRequest, target: URL): Promise<ApiResponse> {
  const response = await fetch(target, {
    method,
    headers: SENT.flatMap((name): [string, string][] => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
    body: body === undefined ? null : body.kind === 'bytes' ? new Uint8Array(body.bytes) : JSON.stringify(body.value),
    signal: signal ?? null,
    redirect: 'manual',
  });
  const returned = RETURNED.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return {
    kind: 'text',
    status: response.status,
    headers: Object.fromEntries(returned),
    text: await response.text(),
  };
}

function refusal({ httpCode, status }: StatusError): ApiResponse {
  return objectResponse(httpCode, status);
}

/** The message of fetch is `fetch failed`; the reason is in its cause. */
function errorCause(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}
