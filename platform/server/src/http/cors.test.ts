import { expect, test } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../test-support/test-platform.ts';

const PAGE = 'https://console.example.com';

async function preflight({ send }: TestPlatform, origin: string): Promise<Response> {
  const headers = { authorization: '', origin, 'access-control-request-method': 'POST' };
  return send('OPTIONS', '/api/v1/applications', { headers });
}

test('nothing is allowed to other pages unless it is configured', async () => {
  const platform = await startTestPlatform();
  const { status, headers } = await preflight(platform, PAGE);
  expect([status, headers.get('access-control-allow-origin')]).toEqual([405, null]);
});

test('a page that is named may ask, with the headers the API reads; others may not', async () => {
  const platform = await startTestPlatform({ settings: { cors: { origins: [PAGE] } } });
  const allowed = await preflight(platform, PAGE);
  expect(allowed.status).toBe(204);
  expect(Object.fromEntries(allowed.headers)).toMatchObject({
    'access-control-allow-origin': PAGE,
    'access-control-allow-methods': expect.stringContaining('PATCH'),
    'access-control-allow-headers': expect.stringContaining('Authorization'),
    'access-control-max-age': '43200',
    vary: 'Origin',
  });
  expect(allowed.headers.get('access-control-allow-credentials')).toBeNull();
  const other = await preflight(platform, 'https://console.example.com.evil.example');
  expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([405, null]);
});

test('responses, errors and event streams carry what lets the page read them', async () => {
  const platform = await startTestPlatform({ settings: { cors: { origins: ['*'] } } });
  for (const [path, status] of [
    ['/api/v1/whoami', 200],
    ['/api/v1/applications/none', 404],
    ['/api/v1/events?topics=applications', 200],
  ] as const) {
    const response = await platform.send('GET', path, { headers: { origin: PAGE } });
    await response.body?.cancel();
    const { headers } = response;
    expect([path, response.status, headers.get('access-control-allow-origin')]).toEqual([path, status, '*']);
    expect(headers.get('x-request-id'), path).not.toBeNull();
  }
  const stranger = await platform.send('GET', '/api/v1/whoami', { headers: { origin: PAGE, authorization: '' } });
  expect([stranger.status, stranger.headers.get('access-control-allow-origin')]).toEqual([401, '*']);
});

test('the address in proxy headers counts only from proxies that are trusted', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  for (const [trustedProxies, address] of [
    [[], '127.0.0.1'],
    [['10.0.0.0/8'], '127.0.0.1'],
    [['127.0.0.1'], '203.0.113.9'],
  ] as const) {
    const platform = await startTestPlatform({ settings: { trustedProxies } });
    await platform.send('POST', '/api/v1/tokens', { headers, body: '{}' });
    expect((await platform.client.listAudit()).entries).toMatchObject([{ address }]);
  }
});
