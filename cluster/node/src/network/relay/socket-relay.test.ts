import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { temporaryDirectory } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { dialThrough, listenRelay, onlyAllowed, serveDialer, serveRelay } from './socket-relay.ts';

/** Sends what it received in capitals, after the other side has ended. */
async function startEcho(): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    void text(socket).then((received) => socket.end(received.toUpperCase()));
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('not listening');
  return address.port;
}

async function directory(): Promise<string> {
  const made = await temporaryDirectory();
  onTestFinished(() => made.remove());
  return made.path;
}

const keep = async <T extends AsyncDisposable>(making: Promise<T>): Promise<T> => {
  const made = await making;
  onTestFinished(() => made[Symbol.asyncDispose]());
  return made;
};

test('a connection goes through both relays, with half-closed ends and much data', async () => {
  const path = join(await directory(), 'sockets', 'api.sock');
  await keep(serveRelay(path, { host: '127.0.0.1', port: await startEcho() }));
  const { port } = await keep(listenRelay({ host: '127.0.0.1', port: 0 }, path));
  const dialler = join(await directory(), 'dial.sock');
  await keep(
    serveDialer(
      dialler,
      onlyAllowed(() => true),
    ),
  );
  const socket = await dialThrough(dialler, { host: '127.0.0.1', port });
  const sent = 'abc'.repeat(1_000_000);
  socket.end(sent);
  expect(await text(socket)).toBe(sent.toUpperCase());
});

test('an address that refuses, or is not allowed, is reported to the caller', async () => {
  const path = join(await directory(), 'dial.sock');
  await keep(
    serveDialer(
      path,
      onlyAllowed(({ host }) => host !== '127.0.0.9'),
    ),
  );
  await expect(dialThrough(path, { host: '127.0.0.1', port: 1 })).rejects.toThrow('ECONNREFUSED');
  await expect(dialThrough(path, { host: '127.0.0.9', port: 80 })).rejects.toMatchObject({ code: 'EACCES' });
  await expect(dialThrough(join(path, 'none'), { host: '127.0.0.1', port: 80 })).rejects.toThrow();
});

test('the addresses that a name leads to are tried in order', async () => {
  const path = join(await directory(), 'dial.sock');
  const port = await startEcho();
  const addresses = [
    { host: '127.0.0.1', port: 1 },
    { host: '127.0.0.1', port },
  ];
  await keep(serveDialer(path, async ({ host }) => (host === 'echo.test' ? addresses : [])));
  const socket = await dialThrough(path, { host: 'echo.test', port: 80 });
  socket.end('through');
  expect(await text(socket)).toBe('THROUGH');
  await expect(dialThrough(path, { host: 'none.test', port: 80 })).rejects.toMatchObject({ code: 'ENOTFOUND' });
});

test('a second relay takes the place of the first, which may be closed later', async () => {
  const path = join(await directory(), 'api.sock');
  const first = await serveRelay(path, { host: '127.0.0.1', port: 1 });
  await keep(serveRelay(path, { host: '127.0.0.1', port: await startEcho() }));
  await first[Symbol.asyncDispose]();
  const socket = connect(path);
  socket.end('through');
  expect(await text(socket)).toBe('THROUGH');
});

test('a caller that gives up does not end the process that dials for it', async () => {
  const path = join(await directory(), 'dial.sock');
  await keep(
    serveDialer(
      path,
      onlyAllowed(() => true),
    ),
  );
  for (let tries = 0; tries < 20; tries += 1) {
    const socket = connect(path, () => {
      socket.write('127.0.0.1 1\n');
      socket.destroy();
    });
    await new Promise((resolve) => socket.once('close', resolve));
  }
  await expect(dialThrough(path, { host: '127.0.0.1', port: 1 })).rejects.toThrow('ECONNREFUSED');
});
