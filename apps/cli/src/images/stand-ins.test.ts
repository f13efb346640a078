import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { lstat, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ImageStore } from '@kubemin/node';
import { quickDirectory, type TemporaryDirectory } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataDirectory } from '../connection/data-directory.ts';
import { hostPrograms, openImages } from './open-images.ts';
import { standInFiles } from './stand-in-files.embedded.ts';
import { buildStandIns, documentImages, findStandIn, STAND_IN_LABEL, STAND_INS } from './stand-ins.ts';

const EXAMPLES = join(import.meta.dirname, '../../../../examples');
const examples = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ya?ml|json)$/.test(name))
  .toSorted()
  .map((name) => ({ name, text: readFileSync(join(EXAMPLES, name), 'utf8') }));
/** They run on graphics cards alone. */
const needsGpu = (text: string): boolean => /^\s*gpu:|[{,]\s*gpu:/m.test(text);

let directory: TemporaryDirectory;
let store: ImageStore;
const host = hostPrograms({ PATH: '/usr/bin:/bin' });
beforeAll(async () => {
  directory = await quickDirectory();
  store = await openImages(dataDirectory(directory.path));
});
afterAll(() => directory.remove());

describe('examples and stand-ins belong together', () => {
  test.each(examples.filter(({ text }) => !needsGpu(text)))('every image of $name has one', ({ name, text }) => {
    const own = name === 'demo.json';
    const missing = documentImages(text).filter((image) => findStandIn(image) === undefined);
    expect(missing.filter((image) => !(own && image.startsWith('kubemin/')))).toEqual([]);
  });

  test('only examples for graphics cards are left out', () => {
    const without = examples.filter(({ text }) => needsGpu(text)).map(({ name }) => name);
    expect(without).toEqual(['gpu-evaluation.yaml', 'model-gate.yaml']);
  });

  test('every program belongs to a stand-in, states that it is one, and every stand-in has its programs', () => {
    const used = STAND_INS.flatMap(({ programs }) =>
      programs.map((each) => (typeof each === 'string' ? each : each[1])),
    );
    expect([...new Set(used)].toSorted()).toEqual(Object.keys(standInFiles).toSorted());
    for (const text of Object.values(standInFiles))
      expect(text).toMatch(/^#!\/usr\/local\/bin\/node\n\/\/ Stand-in for /);
    for (const { server, programs } of STAND_INS) if (server !== undefined) expect(programs).toContain(server);
  });
});

test('images of applications and of Kubernetes objects are found', () => {
  const pod = 'kind: Pod\nspec:\n  containers: [{ name: a, image: "b:1" }]\n---\nimage: c:2\nother: { image: {} }\n';
  expect(documentImages(pod)).toEqual(['b:1', 'c:2']);
  expect(documentImages('{"component": [{"image": "nginx"}]}')).toEqual(['nginx']);
});

test('a stand-in is built under the name of the image, and never in place of an image that is there', async () => {
  const images = ['redis:7.4-alpine', 'registry.local/own:1', 'redis:7.4-alpine'];
  const outcomes = await buildStandIns(store, images, host);
  expect(outcomes.map(({ image, kind }) => [image, kind])).toEqual([
    ['redis:7.4-alpine', 'built'],
    ['registry.local/own:1', 'unknown'],
  ]);
  const stored = await store.get('redis:7.4-alpine');
  expect(stored.config.labels).toHaveProperty([STAND_IN_LABEL]);
  expect(stored.config.entrypoint.at(-1)).toBe('/usr/local/bin/redis-server');
  expect((await buildStandIns(store, ['redis:7.4-alpine'], host))[0]).toMatchObject({ kind: 'built', stored });
  await store.tag('kubemin/node', 'nginx:1.27');
  expect(await buildStandIns(store, ['nginx:1.27'], host)).toEqual([{ image: 'nginx:1.27', kind: 'kept' }]);
});

test('the shell of a stand-in for busybox is none of busybox, which would run its own nc', async () => {
  await buildStandIns(store, ['busybox:1.37'], host);
  const root = await store.root(await store.get('busybox:1.37'));
  const shell = await lstat(join(root, 'bin/sh'));
  const isBusybox = (await realpath('/bin/sh')).includes('busybox');
  expect(shell.isFile()).toBe(!isBusybox);
  expect(await readFile(join(root, 'usr/local/bin/nc'), 'utf8')).toContain('Stand-in for nc');
});

const NAMESPACES = ['--user', '--map-root-user', '--net', '--pid', '--fork', '--kill-child'];

/** Runs a script in a network of its own, with the programs of a stand-in as `$programs`. */
async function runWithStandIn(image: string, script: string): Promise<string> {
  const [outcome] = await buildStandIns(store, [image], host);
  if (outcome?.kind !== 'built') throw new Error(`${image}: ${outcome?.kind}`);
  const programs = join(await store.root(outcome.stored), 'usr/local/bin');
  const whole = `ip link set lo up; node() { '${process.execPath}' "$@"; }; programs='${programs}'
    wait_for() { for i in $(seq 200); do "$@" >/dev/null 2>&1 && return; sleep 0.05; done; echo "no response"; exit 1; }
    ${script}`;
  // With the end of the shell everything that it has started ends.
  const { stdout } = await promisify(execFile)('unshare', [...NAMESPACES, 'sh', '-c', whole], {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', PGDATA: join(directory.path, 'pgdata') },
    timeout: 60_000,
  });
  return stdout;
}

const namespaces = await promisify(execFile)('unshare', [...NAMESPACES, 'true']).then(
  () => true,
  () => false,
);

describe.skipIf(!namespaces)('what stand-ins do (needs user namespaces)', () => {
  test.each([
    [
      'postgres:17-alpine',
      `node "$programs/postgres" & wait_for node "$programs/pg_isready" --quiet
       node "$programs/psql" -h 127.0.0.1 -U postgres -c 'create table if not exists entry (id bigint)'
       node "$programs/psql" --tuples-only --no-align --command 'select count(*) from pg_tables'
       node "$programs/pg_dump" -h 127.0.0.1 -Fc postgres`,
      ['CREATE TABLE\n1\n', '-- dump of a stand-in'],
    ],
    [
      'mysql:8.4',
      'node "$programs/mysqld" & wait_for node "$programs/mysqladmin" ping -h 127.0.0.1 -u root -psecret',
      ['stand-in for MySQL'],
    ],
    [
      'redis:7.4-alpine',
      `node "$programs/redis-server" --save '' --maxmemory 100mb & wait_for node "$programs/redis-cli" ping
       node "$programs/redis-cli" set key value; node "$programs/redis-cli" get key; node "$programs/redis-cli" incr count`,
      ['OK\nvalue\n1\n'],
    ],
    [
      'rabbitmq:4',
      'node "$programs/rabbitmq-server" & wait_for node "$programs/rabbitmq-diagnostics" -q check_port_connectivity',
      ['stand-in for RabbitMQ'],
    ],
    [
      'alpine/k8s:1.34.1',
      `node "$programs/kubectl" delete jobs --field-selector status.successful=1 2>&1; node "$programs/curl" -sf http://127.0.0.1:1 || echo "curl: $?"`,
      ['no API server: not in a pod', 'curl: 7'],
    ],
  ])('%s', async (image, script, expected) => {
    const shown = await runWithStandIn(image, script);
    for (const text of expected) expect(shown).toContain(text);
  });

  test('web servers respond, and another image is waited for', async () => {
    const site = join(directory.path, 'site');
    await mkdir(join(site, 'etc/nginx/conf.d'), { recursive: true });
    await mkdir(join(site, 'var/log/nginx'), { recursive: true });
    await writeFile(join(site, 'var/log/nginx/access.log'), '');
    const text = 'server {\n  listen 8081;\n  location = /healthz { return 200 "ok\\n"; }\n}\n';
    await writeFile(join(site, 'etc/nginx/conf.d/default.conf'), text);
    await buildStandIns(store, ['curlimages/curl:8', 'busybox:1.37', 'nginx:1.28', 'traefik/whoami:v1.10'], host);
    const root = async (image: string): Promise<string> =>
      join(await store.root(await store.get(image)), 'usr/local/bin');
    const [curl, busybox, whoami] = [
      await root('curlimages/curl:8'),
      await root('busybox:1.37'),
      await root('traefik/whoami:v1.10'),
    ];
    const shown = await runWithStandIn(
      'nginx:1.28',
      `STAND_IN_ROOT=${site}/none node "$programs/nginx" & STAND_IN_ROOT=${site} node "$programs/nginx" & WHOAMI_PORT_NUMBER=8080 node ${whoami}/whoami & wait_for node ${busybox}/nc -z 127.0.0.1 8080
       wait_for node ${busybox}/nc -z 127.0.0.1 80; wait_for node ${busybox}/nc -z -w 1 127.0.0.1 8081
       node ${curl}/curl -s 127.0.0.1:8081/healthz
       node ${curl}/curl --fail --silent --show-error http://127.0.0.1/; node ${curl}/curl -fs http://127.0.0.1/none || echo "failed: $?"
       node ${curl}/curl -i http://127.0.0.1:8080/health; node ${curl}/curl http://127.0.0.1:8080/path`,
    );
    expect(await readFile(join(site, 'var/log/nginx/access.log'), 'utf8')).toContain('GET /healthz');
    for (const part of [
      'ok\n',
      'A stand-in of KubeMin',
      'Welcome to nginx!',
      'failed: 22',
      'HTTP/1.1 200',
      'GET /path HTTP/1.1',
    ])
      expect(shown).toContain(part);
  });
});
