import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { type Clock, toError } from '@kubemin/base';
import { isStatusError } from '@kubemin/kubeapi';
import type { WebhookClientConfig } from '@kubemin/kubeapi/types/admissionregistration.v1';
import type { ServiceConnections } from '../registry/index.ts';
import { bufferStream, rejectWhenAborted, sendRequest } from '../streaming/index.ts';

const HTTPS_PORT = 443;
/** More than any object that the server stores, twice, and encoded as base64. */
const MAX_RESPONSE_CHARACTERS = 16 * 1024 * 1024;

/** What webhooks are called with. */
export interface WebhookClientOptions {
  readonly services: ServiceConnections;
  readonly clock: Clock;
}

/** One call. */
export interface WebhookRequest {
  readonly config: WebhookClientConfig;
  readonly body: unknown;
  readonly timeoutSeconds: number;
  /** Of the request that the call is made for. */
  readonly signal?: AbortSignal | undefined;
}

/** Posts reviews to webhooks, over TLS: to a URL, or to a Service through the node of one of its pods. */
export class WebhookClient {
  readonly #options: WebhookClientOptions;

  constructor(options: WebhookClientOptions) {
    this.#options = options;
  }

  /** The JSON of the response. Throws an Error whose message names the URL and what failed. */
  async post(request: WebhookRequest): Promise<unknown> {
    const target = readTarget(request);
    const expired = new AbortController();
    const cancel = this.#options.clock.after(request.timeoutSeconds * 1000, () => expired.abort());
    const signal = request.signal === undefined ? expired.signal : AbortSignal.any([request.signal, expired.signal]);
    try {
      return await Promise.race([this.#exchange(target, request, signal), rejectWhenAborted(signal)]);
    } catch (error) {
      const why = expired.signal.aborted ? 'context deadline exceeded' : failureText(error);
      throw new Error(`Post "${target.url}": ${why}`, { cause: error });
    } finally {
      cancel();
      // Ends the connection where the call did not.
      expired.abort();
    }
  }

  async #exchange(
    { url, tls, service }: WebhookTarget,
    { body }: WebhookRequest,
    signal: AbortSignal,
  ): Promise<unknown> {
    const socket = service === undefined ? undefined : await this.#options.services.connect(service, signal);
    const connection: Duplex = connectTls({ ...tls, ...(socket && { socket }) });
    const end = (): void => {
      connection.destroy();
      socket?.destroy();
    };
    // A connection that breaks before it is used must not end the process.
    connection.on('error', end);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    const response = await sendRequest(connection, url.host, {
      method: 'POST',
      path: url.pathname,
      query: url.searchParams,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': 'kube-apiserver-admission',
      },
      body: Buffer.from(JSON.stringify(body)),
      signal,
    });
    if (response.kind !== 'stream') throw new Error('the server switched to another protocol');
    const { status, text } = await bufferStream(response);
    if (status === 404) throw new Error('the server could not find the requested resource');
    if (status < 200 || status >= 300) {
      throw new Error(
        `an error on the server (${JSON.stringify(text.slice(0, 1000))}) has prevented the request from succeeding`,
      );
    }
    if (text.length > MAX_RESPONSE_CHARACTERS) throw new Error('the response is too large');
    return JSON.parse(text);
  }
}

interface WebhookTarget {
  readonly url: URL;
  readonly tls: ConnectionOptions;
  readonly service: Parameters<ServiceConnections['connect']>[0] | undefined;
}

function readTarget({ config, timeoutSeconds }: WebhookRequest): WebhookTarget {
  const { service, caBundle } = config;
  const ca = caBundle === undefined || caBundle === '' ? {} : { ca: Buffer.from(caBundle, 'base64') };
  if (service === undefined) {
    const url = withTimeout(new URL(config.url ?? ''), timeoutSeconds);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const port = url.port === '' ? HTTPS_PORT : Number(url.port);
    return { url, tls: { ...ca, host, port, ...(isName(host) && { servername: host }) }, service: undefined };
  }
  const { name, namespace, path = '/', port = HTTPS_PORT } = service;
  const host = `${name}.${namespace}.svc`;
  const url = withTimeout(new URL(`https://${host}:${port}${path.startsWith('/') ? '' : '/'}${path}`), timeoutSeconds);
  return { url, tls: { ...ca, servername: host }, service: { namespace, name, port } };
}

/** Addresses are no names to ask a certificate for. */
function isName(host: string): boolean {
  return !/^[\d.]+$/.test(host) && !host.includes(':');
}

function withTimeout(url: URL, seconds: number): URL {
  url.searchParams.set('timeout', `${seconds}s`);
  return url;
}

function failureText(error: unknown): string {
  return isStatusError(error) ? (error.status.message ?? error.message) : toError(error).message;
}
