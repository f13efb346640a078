import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ApiHandler, ApiRequest } from '@kubemin/kubeapi';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withForwardedPaths } from './forwarded-paths.ts';

const own: ApiHandler = async () => ({ kind: 'text', status: 200, headers: {}, text: 'own' });

const seen: { message: IncomingMessage; body: string }[] = [];
const other = createServer(async (message, response) => {
  seen.push({ message, body: await text(message) });
  response.writeHead(409, { 'content-type': 'application/problem+json', 'x-inner': 'kept' });
  response.end('{"code":"RESET_NOT_FAILED"}');
});
let handler: ApiHandler;

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', () => resolve());
  });
  handler = withForwardedPaths(own, { prefix: 'apiext', url: listenerUrl(other.address()) });
});
beforeEach(() => void seen.splice(0));
afterAll(() => void other.close());

function listenerUrl(address: string | AddressInfo | null): string {
  return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
}

function request(path: string, more: Partial<ApiRequest> = {}): ApiRequest {
  return { method: 'GET', path, query: new URLSearchParams(), headers: {}, ...more };
}

describe('forwarded paths', () => {
  it('are sent there with the caller’s own credentials, and the response is returned unchanged', async () => {
    const response = await handler(
      request('/apiext/rm/v1/default/a%2Fb/reset', {
        method: 'POST',
        query: new URLSearchParams({ filter: 'a=b' }),
        headers: { authorization: 'Bearer mine', 'content-type': 'application/json', 'x-remote-user': 'admin' },
        body: { kind: 'bytes', bytes: Buffer.from('{"a":1}'), contentType: 'application/json' },
        user: { username: 'me', groups: [] },
      }),
    );
    expect(response).toEqual({
      kind: 'text',
      status: 409,
      headers: { 'content-type': 'application/problem+json' },
      text: '{"code":"RESET_NOT_FAILED"}',
    });
    const [{ message, body } = {}] = seen;
    expect([message?.method, message?.url, body]).toEqual([
      'POST',
      '/apiext/rm/v1/default/a%2Fb/reset?filter=a%3Db',
      '{"a":1}',
    ]);
    expect(message?.headers).toMatchObject({ authorization: 'Bearer mine', 'content-type': 'application/json' });
    expect(message?.headers).not.toHaveProperty('x-remote-user');
  });

  it.each(['/api/v1/pods', '/apiextensions', '/apiext', '/'])('%s is not one of them', async (path) => {
    expect(await handler(request(path))).toMatchObject({ text: 'own' });
    expect(seen).toEqual([]);
  });

  it('are left by no detour', async () => {
    for (const path of ['/apiext/../metrics', '/apiext/%2e%2e/metrics', '/apiext/a/../../metrics']) {
      expect(await handler(request(path))).toMatchObject({ status: 404 });
    }
    expect(seen).toEqual([]);
  });

  it('refuse to forget whom the caller wants to be', async () => {
    const headers = { authorization: 'Bearer mine', 'impersonate-user': 'user with fewer rights' };
    expect(await handler(request('/apiext/a', { headers }))).toMatchObject({ status: 400 });
    expect(seen).toEqual([]);
  });

  it('name their target when it is not reachable', async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => {
      gone.listen(0, '127.0.0.1', () => resolve());
    });
    const url = listenerUrl(gone.address());
    await new Promise((resolve) => gone.close(resolve));
    const nowhere = withForwardedPaths(own, { prefix: 'apiext', url });
    expect(await nowhere(request('/apiext/a'))).toMatchObject({
      status: 503,
      object: { message: expect.stringMatching(`^/apiext/ is forwarded to ${url}, which .*ECONNREFUSED`) },
    });
  });
});
