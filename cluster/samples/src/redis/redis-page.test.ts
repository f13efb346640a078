import { systemClock } from '@kubemin/base';
import { missingService, startRedis, startTcpProxy, type TestService } from '@kubemin/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RedisConnector } from '../redis-migration/migration-servers.ts';
import { fillRedis, readContents, withRedis } from '../test-support/redis-contents.ts';
import { RedisMonitor } from '../test-support/redis-monitor.ts';
import type { RedisConnection } from './redis-connection.ts';
import { readRedisFacts } from './redis-facts.ts';
import { formatKey } from './redis-key.ts';
import { absentKeys, FIRST_CURSOR, readEntries, scanPage, writeEntries } from './redis-page.ts';

describe.skipIf(missingService('redis') !== undefined)('pages of a Redis', () => {
  const connector = new RedisConnector();
  let source: TestService;
  let dest: TestService;

  beforeAll(async () => {
    [source, dest] = await Promise.all([startRedis({ appendonly: 'no' }), startRedis({ appendonly: 'no' })]);
  });
  afterAll(() => Promise.all([source?.close(), dest?.close()]));
  beforeEach(() => Promise.all([source, dest].map((server) => withRedis(server, 0, (client) => client.flushAll()))));

  function connect(
    service: { host: string; port: number },
    database = 0,
    signal?: AbortSignal,
  ): Promise<RedisConnection> {
    const address = { host: service.host, port: service.port, tls: false };
    const given = signal ?? new AbortController().signal;
    return connector.open({ address, credentials: {}, database, clock: systemClock, signal: given });
  }

  test.each(['7.0.15', '6.2.0'])(
    'copied one after the other make the same database, read as from version %s',
    async (version) => {
      await fillRedis(source, { 3: 60 });
      using from = await connect(source, 3);
      using to = await connect(dest, 3);
      let cursor = FIRST_CURSOR;
      let pages = 0;
      do {
        const page = await scanPage(from, cursor, 10);
        await writeEntries(to, await readEntries(from, page.keys, version));
        ({ cursor } = page);
        pages += 1;
      } while (cursor !== FIRST_CURSOR);
      expect(pages).toBeGreaterThan(3);
      expect(await readContents(dest, [3])).toEqual(await readContents(source, [3]));
    },
  );

  test('written twice are as written once, and replace what was there', async () => {
    await fillRedis(source, { 0: 3 });
    await withRedis(dest, 0, (client) => client.set('string-1', 'in the way'));
    using from = await connect(source);
    using to = await connect(dest);
    const { keys } = await scanPage(from, FIRST_CURSOR, 1000);
    const entries = await readEntries(from, keys, '7.0.15');
    await writeEntries(to, entries);
    await writeEntries(to, entries);
    expect(await readContents(dest, [0])).toEqual(await readContents(source, [0]));
  });

  test('leave out keys that vanished after they were listed', async () => {
    using from = await connect(source);
    expect(await readEntries(from, [Buffer.from('gone')], '7.0.15')).toEqual([]);
    expect((await absentKeys(from, [Buffer.from('gone')])).map(formatKey)).toEqual(['"gone"']);
  });

  test('in a format that the destination does not know name the key and what to do', async () => {
    using to = await connect(dest);
    const entry = { key: Buffer.from([1, 34]), payload: Buffer.from('no payload'), expiresAt: 0 };
    await expect(writeEntries(to, [entry])).rejects.toMatchObject({
      code: 'REDIS_FORMAT_TOO_NEW',
      message: expect.stringMatching(/key "\\x01\\"".*upgrade the destination/),
    });
  });

  test('of a type that only a module knows name the key', async () => {
    using to = await connect(dest);
    const moduleValue = Buffer.from([7, 0x81, 1, 2, 3, 4, 5, 6, 7, 8, 0]);
    const entry = { key: Buffer.from('graph'), payload: dumpPayload(moduleValue), expiresAt: 0 };
    await expect(writeEntries(to, [entry])).rejects.toMatchObject({
      code: 'REDIS_TYPE_UNKNOWN',
      message: expect.stringMatching(/key "graph".*module/),
    });
  });

  test.each(['7.0.15', '6.2.0'])(
    'have the value and the expiry of one moment, read as from version %s',
    async (version) => {
      await fillRedis(source, { 0: 1 });
      using from = await connect(source);
      const { keys } = await scanPage(from, FIRST_CURSOR, 100);
      const monitor = await RedisMonitor.start(source);
      await readEntries(from, keys, version);
      await monitor.catchUp();
      monitor.close();
      const commandNames = monitor.commands.map(({ name }) => name);
      const expiry = version === '7.0.15' ? ['PEXPIRETIME'] : ['PTTL', 'TIME'];
      const expected = keys.flatMap(() => ['MULTI', 'DUMP', ...expiry, 'EXEC']);
      expect(commandNames.filter((name) => expected.includes(name))).toEqual(expected);
    },
  );

  test('that do not fit are terminal errors', async () => {
    await withRedis(dest, 0, (client) => client.configSet('maxmemory', '1'));
    try {
      await fillRedis(source, { 0: 1 });
      using from = await connect(source);
      using to = await connect(dest);
      const entries = await readEntries(from, (await scanPage(from, FIRST_CURSOR, 10)).keys, '7.0.15');
      const refused = { code: 'REDIS_REFUSED', message: expect.stringMatching(/it is full: raise its maxmemory/) };
      await expect(writeEntries(to, entries)).rejects.toMatchObject(refused);
    } finally {
      await withRedis(dest, 0, (client) => client.configSet('maxmemory', '0'));
    }
  });

  test('facts have version, run id and non-empty databases', async () => {
    await fillRedis(source, { 2: 1, 0: 4 });
    using connection = await connect(source);
    const facts = await readRedisFacts(connection);
    expect(facts).toMatchObject({
      databases: [
        { number: 0, keys: 10 },
        { number: 2, keys: 7 },
      ],
      maxBytes: 0,
    });
    expect(facts.runId).toMatch(/^[0-9a-f]{40}$/);
    expect(facts.version).toMatch(/^\d+\./);
    expect(facts.usedBytes).toBeGreaterThan(0);
  });

  test('a server that is away is worth another try', async () => {
    const proxy = await startTcpProxy(source);
    try {
      const nearby = { host: '127.0.0.1', port: proxy.port };
      using connection = await connect(nearby);
      proxy.cut();
      const unreachable = expect.objectContaining({ name: 'RetryableError', code: 'REDIS_UNREACHABLE' });
      await expect(scanPage(connection, FIRST_CURSOR, 10)).rejects.toEqual(unreachable);
      await expect(connect(nearby)).rejects.toEqual(unreachable);
    } finally {
      await proxy.close();
    }
  });

  test('a wrong password is not worth another try', async () => {
    const address = { host: source.host, port: source.port, tls: false };
    const { signal } = new AbortController();
    const opened = connector.open({
      address,
      credentials: { username: 'nobody', password: 'no' },
      clock: systemClock,
      signal,
    });
    await expect(opened).rejects.toMatchObject({ name: 'TerminalError', code: 'REDIS_REFUSED' });
  });

  test('work under way ends when its signal does', async () => {
    const abort = new AbortController();
    using connection = await connect(source, 0, abort.signal);
    const blocked = connection.run((client) => client.blPop('never', 0));
    abort.abort(new Error('the lease is lost'));
    await expect(blocked).rejects.toThrow('the lease is lost');
  });
});

/** A value as DUMP would give it: with the version of the format and a checksum behind it. */
function dumpPayload(value: Buffer): Buffer {
  const versioned = Buffer.concat([value, Buffer.from([1, 0])]);
  const sum = Buffer.alloc(8);
  sum.writeBigUInt64LE(crc64(versioned));
  return Buffer.concat([versioned, sum]);
}

/** The checksum of Redis (Jones), bit by bit. */
function crc64(bytes: Buffer): bigint {
  let crc = 0n;
  for (const byte of bytes) {
    crc ^= BigInt(byte);
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1n ? (crc >> 1n) ^ 0x95ac9329ac4bc9b5n : crc >> 1n;
  }
  return crc;
}
