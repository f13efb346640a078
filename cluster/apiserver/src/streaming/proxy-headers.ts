import type { ApiRequest, ApiResponse } from '@kubemin/kubeapi';
import { rewriteLinks } from './html-links.ts';

type HeaderValue = string | readonly string[];

/** What a proxied response is rewritten for. */
export interface ProxiedFrom {
  /** The path up to and with `proxy`, below which the backend appears. */
  readonly prefix: string;
  /** The `Host` that the backend was asked with. */
  readonly host: string;
}

/** Of one connection only (RFC 9110, 7.6.1), or made again for the next. */
const HOP_BY_HOP =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host|content-length|expect|http2-settings)$/;
/** Who the caller is here: never the backend's to know, which could act as the caller with it. */
const CREDENTIALS =
  /^(?:authorization|cookie2?|impersonate-.*|x-remote-.*|x-forwarded-client-cert|x-forwarded-access-token)$/;
const OF_UPGRADES = ['connection', 'upgrade'];
/** How browsers carry a token into a WebSocket of Kubernetes. */
const BEARER_PROTOCOL = 'base64url.bearer.authorization.k8s.io.';
/** In a response, what holds for every page of this server and not for the backend alone. */
const OF_THE_ORIGIN =
  /^(?:access-control-.*|alt-svc|clear-site-data|public-key-pins|service-worker-allowed|strict-transport-security)$/;

/** The headers of a request that go on to a backend. */
export function backendHeaders({ headers, expect }: ApiRequest): Readonly<Record<string, string>> {
  const isUpgrade = expect === 'upgrade';
  const named = (headers.connection ?? '').toLowerCase().split(/\s*,\s*/);
  const isKept = (name: string): boolean => {
    if (CREDENTIALS.test(name)) return false;
    if (isUpgrade && OF_UPGRADES.includes(name)) return true;
    return !HOP_BY_HOP.test(name) && !named.includes(name);
  };
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || !isKept(name) ? [] : [[name, value] as const],
  );
  // What asked for the upgrade was about this hop, and so is the list of it.
  const connection = isUpgrade ? { connection: 'Upgrade' } : {};
  return withoutBearerProtocol({ ...Object.fromEntries(kept), ...connection });
}

/** Headers without the WebSocket protocol that is a token. */
export function withoutBearerProtocol<T extends HeaderValue>(
  headers: Readonly<Record<string, T>>,
): Readonly<Record<string, T | string>> {
  const { 'sec-websocket-protocol': offered, ...others } = headers;
  if (offered === undefined) return headers;
  const kept = [offered]
    .flat()
    .flatMap((line) => line.split(','))
    .map((protocol) => protocol.trim())
    .filter((protocol) => !protocol.startsWith(BEARER_PROTOCOL));
  return kept.length === 0 ? others : { ...others, 'sec-websocket-protocol': kept.join(', ') };
}

/** A backend's response as one of this server: links and cookies stay below the proxy's path. No redirect is followed. */
export function proxiedResponse(response: ApiResponse, from: ProxiedFrom): ApiResponse {
  if (response.kind !== 'stream') return response;
  const headers = Object.entries(response.headers).flatMap(([name, value]): [string, HeaderValue][] => {
    if (OF_THE_ORIGIN.test(name)) return [];
    if (name === 'location' && typeof value === 'string') return [[name, rewrittenLink(value, from)]];
    if (name === 'set-cookie') return [[name, [value].flat().map((cookie) => confinedCookie(cookie, from))]];
    return [[name, value]];
  });
  if (!isPlainHtml(response.headers)) return { ...response, headers: Object.fromEntries(headers) };
  // With other links it has another length.
  const others = headers.filter(([name]) => name !== 'content-length');
  const body = rewriteLinks(response.body, (link) => rewrittenLink(link, from));
  return { ...response, headers: Object.fromEntries(others), body };
}

function isPlainHtml(headers: ApiResponse['headers']): boolean {
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = headers;
  return typeof type === 'string' && /^text\/html\b/i.test(type) && encoding === 'identity';
}

/** What points to the backend points to it through the proxy; what points elsewhere is left to the client. */
function rewrittenLink(link: string, { prefix, host }: ProxiedFrom): string {
  if (/^\/(?!\/)/.test(link)) return `${prefix}${link}`;
  const url = URL.parse(link);
  if (url === null || !/^https?:$/.test(url.protocol) || url.host !== new URL(`http://${host}`).host) return link;
  return `${prefix}${url.pathname}${url.search}${url.hash}`;
}

function confinedCookie(cookie: string, { prefix }: ProxiedFrom): string {
  const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim());
  const path = attributes.findLast((part) => /^path=\//i.test(part))?.slice('path='.length) ?? '/';
  const kept = attributes.filter((part) => part !== '' && !/^(?:path|domain)\s*(?:=|$)/i.test(part));
  return [pair, ...kept, `Path=${prefix}${path}`].join('; ');
}
