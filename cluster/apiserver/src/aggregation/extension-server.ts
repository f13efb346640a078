import { connect as connectTls } from 'node:tls';
import { type Clock, toError } from '@kubemin/base';
import {
  type ApiBody,
  type ApiRequest,
  type ApiResponse,
  badRequest,
  serviceUnavailable,
  type UserInfo,
} from '@kubemin/kubeapi';
import type { APIService } from '@kubemin/kubeapi/types/apiregistration.v1';
import { isTrue, objectResponse, type ServiceConnections } from '../registry/index.ts';
import { backendHeaders, bufferStream, rejectWhenAborted, sendRequest } from '../streaming/index.ts';

const HTTPS_PORT = 443;
const DOCUMENT_TIMEOUT_MS = 5000;
/** The API server itself, when it looks at what another one serves. */
const AGGREGATOR: UserInfo = { username: 'system:kube-aggregator', groups: ['system:masters', 'system:authenticated'] };

/** The certificate by which other servers know that the user in a header is true, PEM. */
export interface FrontProxy {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** How other API servers are reached. */
export interface ExtensionServerOptions {
  readonly services: ServiceConnections;
  readonly clock: Clock;
  /** Undefined: requests carry no user that another server could trust. */
  readonly frontProxy: FrontProxy | undefined;
}

/** Sends requests to the API server of an APIService. */
export class ExtensionServers {
  readonly #options: ExtensionServerOptions;

  constructor(options: ExtensionServerOptions) {
    this.#options = options;
  }

  /** The response as it comes, for callers that take streams. Throws 503 where the server cannot be reached. */
  async forward(service: APIService, request: ApiRequest): Promise<ApiResponse> {
    const { user, expect, query } = request;
    if (expect === undefined && isTrue(query.get('watch'))) {
      throw badRequest('the watch of an aggregated API needs a connection over the network');
    }
    try {
      const response = await this.#send(service, request, { ...backendHeaders(request), ...remoteHeaders(user) });
      return expect === undefined && response.kind === 'stream' ? await wholeResponse(response) : response;
    } catch (error) {
      throw serviceUnavailable(`error trying to reach service: ${toError(error).message}`);
    }
  }

  /** The JSON of a document about what the server serves; throws an Error that names the URL. */
  async readDocument(service: APIService, path: string): Promise<unknown> {
    const { namespace = '', name = '', port = HTTPS_PORT } = service.spec?.service ?? {};
    const late = new AbortController();
    const cancel = this.#options.clock.after(DOCUMENT_TIMEOUT_MS, () => late.abort());
    try {
      const request: ApiRequest = {
        method: 'GET',
        path,
        query: new URLSearchParams(),
        headers: {},
        signal: late.signal,
      };
      const headers = { accept: 'application/json', ...remoteHeaders(AGGREGATOR) };
      const sent = this.#send(service, request, headers);
      const response = await Promise.race([sent, rejectWhenAborted(late.signal)]);
      if (response.kind !== 'stream') throw new Error('the server switched to another protocol');
      const { status, text } = await bufferStream(response);
      if (status < 200 || status > 299) throw new Error(`bad status from the server: ${status}`);
      return JSON.parse(text);
    } catch (error) {
      const why = late.signal.aborted ? `no response within ${DOCUMENT_TIMEOUT_MS / 1000} s` : toError(error).message;
      throw new Error(`https://${name}.${namespace}.svc:${port}${path}: ${why}`, { cause: error });
    } finally {
      cancel();
      late.abort();
    }
  }

  async #send(
    { spec }: APIService,
    request: ApiRequest,
    headers: Readonly<Record<string, string | string[]>>,
  ): Promise<ApiResponse> {
    const { services, frontProxy } = this.#options;
    const { namespace = '', name = '', port = HTTPS_PORT } = spec?.service ?? {};
    const { signal = new AbortController().signal, method, path, query } = request;
    const host = `${name}.${namespace}.svc`;
    const socket = await services.connect({ namespace, name, port }, signal);
    const connection = connectTls({
      socket,
      servername: host,
      rejectUnauthorized: spec?.insecureSkipTLSVerify !== true,
      ...(spec?.caBundle && { ca: Buffer.from(spec.caBundle, 'base64') }),
      ...(frontProxy && { cert: frontProxy.cert, key: frontProxy.key }),
    });
    // Without a listener, a connection that breaks before or after its use would end the process.
    connection.on('error', () => socket.destroy());
    connection.on('close', () => socket.destroy());
    return sendRequest(connection, host, { method, path, query, headers, body: bodyBytes(request.body), signal });
  }
}

/** The user for a server that trusts the front-proxy certificate. */
function remoteHeaders(user: UserInfo | undefined): Readonly<Record<string, string | string[]>> {
  if (user === undefined) return {};
  const extra = Object.entries(user.extra ?? {}).map(([key, values]): [string, string[]] => [
    `x-remote-extra-${encodeURIComponent(key.toLowerCase())}`,
    values.map(headerText),
  ]);
  return {
    'x-remote-user': headerText(user.username),
    ...(user.uid !== undefined && { 'x-remote-uid': headerText(user.uid) }),
    ...(user.groups.length > 0 && { 'x-remote-group': user.groups.map(headerText) }),
    ...Object.fromEntries(extra),
  };
}

/** Headers hold bytes: UTF-8 written as Latin-1 arrives as UTF-8. */
function headerText(value: string): string {
  return Buffer.from(value).toString('latin1');
}

function bodyBytes(body: ApiBody | undefined): Uint8Array | undefined {
  if (body === undefined) return undefined;
  return body.kind === 'bytes' ? body.bytes : Buffer.from(JSON.stringify(body.value));
}

/** For callers in this process, which take objects. */
async function wholeResponse(response: Extract<ApiResponse, { kind: 'stream' }>): Promise<ApiResponse> {
  const whole = await bufferStream(response);
  const type = String(response.headers['content-type'] ?? '');
  return /^application\/json\b/i.test(type) ? objectResponse(whole.status, JSON.parse(whole.text)) : whole;
}
