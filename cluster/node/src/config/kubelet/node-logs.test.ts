import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { silentLogger, systemClock } from '@kubemin/base';
import { type TemporaryDirectory, temporaryDirectory } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KubeletServer } from './kubelet-server.ts';

let home: TemporaryDirectory;
const kubelets = new KubeletServer();
const LINES = [1, 2, 3].map((hour) => `{"time":"2026-01-01T0${hour}:00:00.000Z","message":"line ${hour}"}`);
beforeAll(async () => {
  home = await temporaryDirectory();
  const logs = join(home.path, 'logs');
  await mkdir(join(logs, 'proxy'), { recursive: true });
  await writeFile(join(logs, 'kubelet.log'), `${LINES.join('\n')}\n`);
  await writeFile(join(logs, 'proxy', 'proxy.log'), 'of the proxy\n');
  await writeFile(join(logs, 'slow'), `${'a'.repeat(60)}b\n`);
  await writeFile(join(home.path, 'secret'), 'secret\n');
  await symlink(join(home.path, 'secret'), join(logs, 'leak.log'));
  const unused = (): never => {
    throw new Error('not asked');
  };
  kubelets.serve({
    clock: systemClock,
    logger: silentLogger,
    work: {
      ...{ logs: unused, requireRunning: unused, exec: unused, attach: unused, portForward: unused },
      ...{ pods: unused, node: unused, configuration: unused, summary: unused },
      logDirectory: () => logs,
    },
  });
});
afterAll(() => home.remove());

async function get(path: string): Promise<string> {
  const connection = await kubelets.connect({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'machine' } });
  return new Promise((resolve, reject) => {
    const asking = request({ path, createConnection: () => connection, headers: { connection: 'close' } });
    asking.on('response', async (response) => resolve(`${response.statusCode} ${await text(response)}`));
    asking.on('error', reject).end();
  });
}

const all = LINES.join('\n');

test.each([
  ['/logs/?query=kubelet', `200 ${all}\n`],
  ['/logs/?query=kubelet&tailLines=1', `200 ${LINES[2]}\n`],
  ['/logs/?query=kubelet&tailLines=0', '200 '],
  ['/logs/?query=kubelet&pattern=line%20[12]', `200 ${LINES[0]}\n${LINES[1]}\n`],
  ['/logs/?query=kubelet&sinceTime=2026-01-01T02:00:00Z&untilTime=2026-01-01T02:30:00Z', `200 ${LINES[1]}\n`],
  ['/logs/?query=proxy&query=kubelet&tailLines=1', `200 of the proxy\n${LINES[2]}\n`],
  ['/logs/?query=/proxy/proxy.log', '200 of the proxy\n'],
  ['/logs/kubelet.log', `200 ${all}\n`],
  ['/logs/', /^200 <pre>\n<a href="kubelet.log">kubelet.log<\/a>\n.*<a href="proxy\/">proxy\/<\/a>\n.*<\/pre>\n$/s],
  ['/logs/?query=none', '200 log not found for none\n'],
  ['/logs/?query=slow&pattern=(a%2B)%2B$', '200 the pattern takes too long on lines of slow\n'],
])('%s', async (path, expected) => {
  const shown = await get(path);
  if (typeof expected === 'string') expect(shown).toBe(expected);
  else expect(shown).toMatch(expected);
});

test.each([
  ['/logs/none.log', 404],
  ['/logs/leak.log', 404],
  ['/logs/..%2f..%2fsecret', 404],
  ['/logs/%2e%2e/secret', 404],
  ['/logs/?query=/leak.log', 404],
  ['/logs/?query=%20', 400],
  ['/logs/?query=kubelet&tailLines=-1', 400],
  ['/logs/?query=kubelet&sinceTime=yesterday', 400],
  ['/logs/?query=kubelet&pattern=[', 400],
  ['/logs/?query=kubelet&query=/kubelet.log', 406],
  ['/logs/?query=/kubelet.log&tailLines=1', 406],
  ['/logs/kubelet.log?query=kubelet', 406],
])('%s is refused with %i', async (path, status) => {
  expect(await get(path)).toMatch(new RegExp(`^${status} `));
  expect(await get(path)).not.toContain('secret');
});
