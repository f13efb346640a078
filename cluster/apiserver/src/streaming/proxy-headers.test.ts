import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ApiRequest, ApiResponse } from '@kubemin/kubeapi';
import { expect, test } from 'vitest';
import { backendHeaders, proxiedResponse, withoutBearerProtocol } from './proxy-headers.ts';

const PREFIX = '/api/v1/namespaces/default/pods/web/proxy';
const TOKEN_PROTOCOL = 'base64url.bearer.authorization.k8s.io.c2VjcmV0';

function request(headers: ApiRequest['headers'], expectation: ApiRequest['expect'] = 'stream'): ApiRequest {
  return { method: 'GET', path: PREFIX, query: new URLSearchParams(), headers, expect: expectation };
}

function responseHeaders(headers: ApiResponse['headers']): ApiResponse['headers'] {
  const response: ApiResponse = { kind: 'stream', status: 302, headers, body: Readable.from([]) };
  return proxiedResponse(response, { prefix: PREFIX, host: '10.244.0.3:8080' }).headers;
}

test('R-02: credentials and what belongs to one connection stay behind', () => {
  const secrets = [
    ...['authorization', 'cookie', 'cookie2', 'impersonate-user', 'impersonate-extra-scopes', 'x-remote-user'],
    ...['x-remote-extra-a', 'proxy-authorization', 'proxy-connection', 'x-forwarded-client-cert', 'x-listed'],
    ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'keep-alive', 'host', 'content-length', 'http2-settings'],
  ];
  const headers = Object.fromEntries(secrets.map((name) => [name, 'secret']));
  expect(backendHeaders(request({ ...headers, connection: 'X-Listed, close', accept: '*/*', 'x-own': '1' }))).toEqual({
    accept: '*/*',
    'x-own': '1',
  });
});

test('R-02: a WebSocket goes on without the token among its protocols', () => {
  const offered = `v4.channel.k8s.io, ${TOKEN_PROTOCOL}`;
  const headers = { connection: 'keep-alive, Upgrade', upgrade: 'websocket', cookie: 'a=1' };
  expect(backendHeaders(request({ ...headers, 'sec-websocket-protocol': offered }, 'upgrade'))).toEqual({
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-protocol': 'v4.channel.k8s.io',
  });
  expect(withoutBearerProtocol({ 'sec-websocket-protocol': TOKEN_PROTOCOL, a: '1' })).toEqual({ a: '1' });
});

test.each([
  ['/next?x=1', `${PREFIX}/next?x=1`],
  ['http://10.244.0.3:8080/next#top', `${PREFIX}/next#top`],
  ['https://10.244.0.3:8080/', `${PREFIX}/`],
  ['next', 'next'],
  ['//elsewhere.test/x', '//elsewhere.test/x'],
  ['http://10.244.0.3/other-port', 'http://10.244.0.3/other-port'],
  ['https://elsewhere.test/x', 'https://elsewhere.test/x'],
])('R-02: a redirect to %s is passed on as %s', (location, expected) => {
  expect(responseHeaders({ location })).toEqual({ location: expected });
});

test('R-02: cookies hold below the proxy alone, and nothing speaks for the whole server', () => {
  const cookies = ['a=1; Path=/; Domain=.test; Secure', 'b=2;path=/deep', 'c=3; Path=relative', 'd=4'];
  expect(
    responseHeaders({
      'set-cookie': cookies,
      'access-control-allow-credentials': 'true',
      'strict-transport-security': 'max-age=1',
      'service-worker-allowed': '/',
      'content-type': 'text/html',
    }),
  ).toEqual({
    'content-type': 'text/html',
    'set-cookie': [
      `a=1; Secure; Path=${PREFIX}/`,
      `b=2; Path=${PREFIX}/deep`,
      `c=3; Path=${PREFIX}/`,
      `d=4; Path=${PREFIX}/`,
    ],
  });
});

test('links of a page lead through the proxy, in whatever pieces it comes', async () => {
  const pieces = [
    '<p>/kept</p><a class="x" hr',
    'ef="/next">a</a><img src=\'http://10.244.0.3:8080/i.png\'>',
    '<a href="other">é <',
  ];
  const body = Readable.from(pieces.map((piece) => Buffer.from(piece)));
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-length': '99' };
  const page = proxiedResponse(
    { kind: 'stream', status: 200, headers, body },
    { prefix: PREFIX, host: '10.244.0.3:8080' },
  );
  expect(page.headers).toEqual({ 'content-type': 'text/html; charset=utf-8' });
  expect(page.kind === 'stream' && (await text(page.body))).toBe(
    `<p>/kept</p><a class="x" href="${PREFIX}/next">a</a><img src='${PREFIX}/i.png'><a href="other">é <`,
  );
});

test('a page that is compressed, and what is no page, stay as they are', () => {
  for (const headers of [
    { 'content-type': 'text/html', 'content-encoding': 'gzip' },
    { 'content-type': 'text/plain' },
  ]) {
    const body = Readable.from([]);
    const response = proxiedResponse({ kind: 'stream', status: 200, headers, body }, { prefix: PREFIX, host: 'h' });
    expect(response).toMatchObject({ headers, body });
  }
});
