import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import type { ProbeOutcome } from './probe-check.ts';

export interface HttpCheck {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  /** The certificate is not verified: the pod is known by its address. */
  readonly isSecure: boolean;
  readonly headers: readonly { readonly name?: string | undefined; readonly value?: string | undefined }[];
}

const LONGEST_BODY = 10 * 1024;
const MAX_REDIRECTS = 10;

/** A GET request; every status from 200 to 399 is good. Redirects are followed on the same host only. */
export async function checkHttp(check: HttpCheck, signal: AbortSignal, redirects = 0): Promise<ProbeOutcome> {
  const { host, port, path, isSecure } = check;
  const headers = requestHeaders(check);
  const { promise, resolve, reject } = Promise.withResolvers<ProbeOutcome>();
  const options: RequestOptions = { host, port, path, headers, signal, agent: false };
  const send = isSecure ? httpsRequest : httpRequest;
  const request = send({ ...options, ...(isSecure && { rejectUnauthorized: false }) }, (response) => {
    const { statusCode = 0, headers: replied } = response;
    let body = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      if (body.length < LONGEST_BODY) body += chunk;
    });
    response.on('error', reject);
    response.on('end', () => {
      const target = redirectTarget(check, replied.location, statusCode);
      if (target === 'other') resolve({ result: 'warning', message: 'Probe terminated redirects' });
      else if (target === undefined) resolve(statusOutcome(statusCode, body));
      else if (redirects >= MAX_REDIRECTS) resolve({ result: 'failure', message: 'stopped after 10 redirects' });
      else checkHttp(target, signal, redirects + 1).then(resolve, reject);
    });
  });
  request.on('error', (error) => reject(signal.aborted ? timeLimit(check) : connectionError(check, error)));
  request.end();
  return promise;
}

function requestHeaders({ host, port, headers }: HttpCheck): Record<string, string> {
  const own = Object.fromEntries(headers.map(({ name = '', value = '' }) => [name.toLowerCase(), value]));
  return { 'user-agent': 'kube-probe/1.35', accept: '*/*', host: `${host}:${port}`, connection: 'close', ...own };
}

function redirectTarget(
  check: HttpCheck,
  location: string | undefined,
  status: number,
): HttpCheck | 'other' | undefined {
  if (location === undefined || status < 300 || status > 399) return undefined;
  const base = `${check.isSecure ? 'https' : 'http'}://${check.host}:${check.port}${check.path}`;
  const url = URL.parse(location, base);
  if (url === null) return undefined;
  if (url.hostname !== check.host) return 'other';
  const isSecure = url.protocol === 'https:';
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
  return { ...check, isSecure, port, path: `${url.pathname}${url.search}` };
}

function statusOutcome(status: number, body: string): ProbeOutcome {
  if (status >= 200 && status < 400) return { result: 'success', message: body };
  return { result: 'failure', message: `HTTP probe failed with statuscode: ${status}` };
}

/** A connection that is accepted is good. */
export async function checkTcp(
  place: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<ProbeOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<ProbeOutcome>();
  const socket = connect({ ...place, signal });
  socket.once('connect', () => resolve({ result: 'success', message: '' }));
  socket.once('error', (error) => reject(signal.aborted ? timeLimit(place) : connectionError(place, error)));
  return promise.finally(() => socket.destroy());
}

function timeLimit({ host, port }: { readonly host: string; readonly port: number }): Error {
  return new Error(`dial tcp ${host}:${port}: i/o timeout`);
}

function connectionError(
  { host, port }: { readonly host: string; readonly port: number },
  error: NodeJS.ErrnoException,
): Error {
  const reason = error.code === 'ECONNREFUSED' ? 'connect: connection refused' : error.message;
  return new Error(`dial tcp ${host}:${port}: ${reason}`, { cause: error });
}
