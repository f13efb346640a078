import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '@kubemin/base';
import { type KubeletCall, requireEnd } from './kubelet-call.ts';
import { KubeletError, type LogOptions, type NodeWork } from './node-work.ts';

/** `GET /containerLogs/NS/POD/CONTAINER`. */
export async function serveContainerLog(
  { work, clock }: { readonly work: NodeWork; readonly clock: Clock },
  call: KubeletCall,
  response: ServerResponse,
): Promise<void> {
  requireEnd(call, 3);
  const { at, query, signal } = call;
  const body = await work.logs(at, logOptions(query, clock.now()), signal);
  response.writeHead(200, { 'content-type': 'text/plain' });
  response.flushHeaders();
  await pipeline(body, response);
}

function logOptions(query: URLSearchParams, now: number): LogOptions {
  const seconds = numberParameter(query, 'sinceSeconds');
  const since = query.get('sinceTime');
  return {
    follow: query.get('follow') === 'true',
    previous: query.get('previous') === 'true',
    timestamps: query.get('timestamps') === 'true',
    tailLines: numberParameter(query, 'tailLines'),
    sinceMs: seconds === undefined ? (since === null ? undefined : Date.parse(since)) : now - seconds * 1000,
    limitBytes: numberParameter(query, 'limitBytes'),
  };
}

function numberParameter(query: URLSearchParams, field: string): number | undefined {
  const text = query.get(field);
  if (text === null) return undefined;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new KubeletError(400, `${field} must be a whole number, not ${JSON.stringify(text)}`);
}
