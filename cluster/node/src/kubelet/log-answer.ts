import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '@kubemin/base';
import type { KubeletCall } from './kubelet-call.ts';
import { KubeletRefusal, type LogOptions, type NodeWork } from './node-work.ts';

/** `GET /containerLogs/NS/POD/CONTAINER`. */
export async function answerLogs(
  { work, clock }: { readonly work: NodeWork; readonly clock: Clock },
  { at, query, signal }: KubeletCall,
  response: ServerResponse,
): Promise<void> {
  const body = await work.logs(at, logOptions(query, clock.now()), signal);
  response.writeHead(200, { 'content-type': 'text/plain' });
  response.flushHeaders();
  await pipeline(body, response);
}

function logOptions(query: URLSearchParams, now: number): LogOptions {
  const seconds = numberOf(query, 'sinceSeconds');
  const since = query.get('sinceTime');
  return {
    follow: query.get('follow') === 'true',
    previous: query.get('previous') === 'true',
    timestamps: query.get('timestamps') === 'true',
    tailLines: numberOf(query, 'tailLines'),
    sinceMs: seconds === undefined ? (since === null ? undefined : Date.parse(since)) : now - seconds * 1000,
    limitBytes: numberOf(query, 'limitBytes'),
  };
}

function numberOf(query: URLSearchParams, field: string): number | undefined {
  const text = query.get(field);
  if (text === null) return undefined;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new KubeletRefusal(400, `${field} must be a whole number, not ${JSON.stringify(text)}`);
}
