import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { guardedFetcher } from './guarded-fetcher.ts';
import { isPrivateAddress } from './private-address.ts';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

const { signal } = new AbortController();
const free = guardedFetcher({ allowHosts: ['127.0.0.1'] });

describe('addresses that are not reached', () => {
  test.each([
    'http://127.0.0.1:1/',
    'http://localhost:1/',
    'http://10.1.2.3/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]:1/',
    'http://[fe80::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::7f00:1]/',
    'http://[2001:0:4136:e378::1]/',
    'http://[2002:7f00:1::]/',
    'http://[::127.0.0.1]/',
    'http://[::7f00:1]/',
    'http://[fec0::1]/',
    'http://[fd00:ec2::254]/',
    'http://[::]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0/',
  ])('%s', async (url) => {
    await expect(guardedFetcher()({ url, signal })).rejects.toMatchObject({ code: 'PRIVATE_ADDRESS' });
  });

  test.each(['ftp://example.org/', 'file:///etc/passwd', 'nonsense', 'http://'])(
    '%s is no web address',
    async (url) => {
      await expect(free({ url, signal })).rejects.toMatchObject({ code: 'BAD_ADDRESS' });
    },
  );

  test('W-34: a redirect leads nowhere the first address could not', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/secrets' }).end();
    });
    await expect(free({ url, signal })).rejects.toMatchObject({ code: 'PRIVATE_ADDRESS' });
  });

  test('a name is looked up once, and one private address among its addresses is enough to refuse it', async () => {
    const lookups = [['93.184.215.14', '127.0.0.1'], ['127.0.0.1']];
    let asked = 0;
    const fetcher = guardedFetcher({
      lookup: (_name, _options, done) => {
        const addresses = lookups[asked] ?? [];
        asked += 1;
        done(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        );
      },
    });
    for (const times of [1, 2]) {
      const refused = fetcher({ url: 'http://rebinding.example.org:1/', signal });
      await expect(refused).rejects.toMatchObject({ code: 'PRIVATE_ADDRESS' });
      // A second question between looking and connecting is where a name could change its mind.
      expect(asked).toBe(times);
    }
  });

  test('a redirect to a name that leads inside is refused like the name itself', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(302, { location: 'http://inside.example.org/' }).end();
    });
    const fetcher = guardedFetcher({
      allowHosts: ['127.0.0.1'],
      lookup: (_name, _options, done) => done(null, [{ address: '::ffff:10.0.0.1', family: 6 }]),
    });
    await expect(fetcher({ url, signal })).rejects.toMatchObject({ code: 'PRIVATE_ADDRESS' });
  });

  test('every address of a private network is private, in both families', () => {
    fc.assert(
      fc.property(fc.nat(255), fc.nat(255), fc.nat(255), (a, b, c) => {
        for (const address of [`10.${a}.${b}.${c}`, `127.${a}.${b}.${c}`, `192.168.${a}.${b}`, `169.254.${b}.${c}`]) {
          expect(isPrivateAddress(address)).toBe(true);
          expect(isPrivateAddress(`::ffff:${address}`)).toBe(true);
        }
      }),
    );
    expect(['1.1.1.1', '8.8.8.8', '2606:4700::1111', '172.32.0.1'].some(isPrivateAddress)).toBe(false);
  });
});

test('an allowed host is reached, its redirects are followed, and what is too long is refused', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/there') response.end('arrived');
    else if (request.url === '/long') response.end('x'.repeat(2_000));
    else response.writeHead(302, { location: '/there' }).end();
  });
  expect(await free({ url, signal })).toMatchObject({ status: 200, body: 'arrived' });
  await expect(free({ url: `${url}/long`, signal, maxBytes: 1_000 })).rejects.toMatchObject({ code: 'TOO_LONG' });
});

test('a refused connection is retryable', async () => {
  await expect(free({ url: 'http://127.0.0.1:1/', signal })).rejects.toMatchObject({ code: 'NO_ANSWER' });
});
