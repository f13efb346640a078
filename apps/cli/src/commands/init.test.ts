import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TemporaryDirectory, temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shopAnswers, shopDocument } from '../documents/wizard/test-support/shop.ts';
import { runHere } from '../test-support/run-here.ts';

let directory: TemporaryDirectory;
beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(() => directory.remove());

const at = (name: string): string => join(directory.path, name);
const read = (name: string): Promise<string> => readFile(at(name), 'utf8');

async function init(...args: readonly string[]) {
  return runHere(['init', ...args], { cwd: directory.path });
}

test('without a terminal nothing is asked: the first answer that is missing is named with its flag', async () => {
  const { exitCode, stdout, stderr } = await init('--name', 'shop');
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain('pass it with --component …');
  expect((await init('--name', 'shop', '--component', 'api', '--lang', 'zh')).stderr).toContain('请用 --image … 给出');
  const typed = await init('--name', 'shop', '--component', 'api', '--type', 'cron', '--image', 'api:1');
  expect(typed.stderr).toContain('--set component.1.schedule=…');
  expect(existsSync(at('kubemin.yaml'))).toBe(false);
  expect(existsSync(at('.kubemin'))).toBe(false);
});

test('flags give the document; stdout names the file, and a file that is there is not replaced without a yes', async () => {
  const flags = [
    '--name',
    'shop',
    '--component',
    'web',
    '--image',
    'nginx:1.27',
    '--port',
    '80',
    '--expose',
    'no',
    '--file',
    'site.json',
  ];
  const traits = ['--set', 'component.1.traits.probes.1.tcpSocket.port=80'];
  const { exitCode, stdout, stderr } = await init(...flags, ...traits);
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'site.json\n' });
  expect(stderr).toBe('✓ valid  wrote site.json\n');
  expect(JSON.parse(await read('site.json'))).toEqual({
    name: 'shop',
    component: [
      {
        name: 'web',
        type: 'webservice',
        image: 'nginx:1.27',
        properties: { ports: [{ port: 80, expose: false }] },
        traits: { probes: [{ type: 'readiness', tcpSocket: { port: 80 } }] },
      },
    ],
  });
  expect(await init(...flags)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') });
  expect(await init(...flags, '--yes')).toMatchObject({ exitCode: 0 });
});

test('a file of answers gives the document it once gave; one that holds secrets is for its owner alone', async () => {
  await writeFile(at('answers.json'), JSON.stringify(shopAnswers));
  const { exitCode, stderr } = await init('--answers', 'answers.json', '--file', 'shop.yaml');
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('plain text') });
  expect(await read('shop.yaml')).toBe(shopDocument);
  expect((await stat(at('shop.yaml'))).mode & 0o077).toBe(0);
  const flag = await init(
    '--answers',
    'answers.json',
    '--name',
    'store',
    '--file',
    'store.yaml',
    '--order',
    'parallel',
  );
  expect(flag.exitCode).toBe(0);
  expect(await read('store.yaml')).toMatch(/^name: store\n[\s\S]*mode: DAG/);
});

test.each([
  [['--port', 'http'], '--port: "port" must be a number'],
  [['--type', 'lambda'], '"lambda" is not one of: webservice, store'],
  [['--set', 'component.1.imagee=x'], 'unknown answers: component.1.imagee'],
  [['--set', 'component'], 'invalid value for --set: component'],
  [['--answers', 'nowhere.json'], 'nowhere.json cannot be read'],
])('%s is refused with what is wrong about it', async (wrong, expected) => {
  const { exitCode, stderr } = await init('--name', 'shop', '--component', 'api', '--image', 'api:1', ...wrong);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(expected) });
  expect(existsSync(at('kubemin.yaml'))).toBe(false);
});

test('a compose file in the directory is the starting point, unless options give the first component', async () => {
  await writeFile(at('compose.yaml'), 'services:\n  web:\n    image: nginx:1.27\n    ports: ["8080:80"]\n');
  await writeFile(at('Dockerfile'), 'FROM scratch\nEXPOSE 3000\n');
  expect((await init('--name', 'shop', '--file', 'a.yaml')).exitCode).toBe(0);
  expect(await read('a.yaml')).toContain('name: web\n    type: webservice\n    image: nginx:1.27');
  const explicit = await init('--name', 'shop', '--component', 'api', '--image', 'api:1', '--file', 'b.yaml');
  expect(explicit.exitCode).toBe(0);
  expect(await read('b.yaml')).not.toContain('nginx');
});

test('--from takes a template, a Dockerfile, another document or an image, and reports what it cannot use', async () => {
  await writeFile(at('Dockerfile'), 'FROM scratch\nEXPOSE 3000\n');
  await init('--name', 'shop', '--from', 'Dockerfile', '--file', 'docker.yaml', '--component', 'api');
  expect(await read('docker.yaml')).toMatch(/name: api\n[\s\S]*image: kubemin-test-.*:latest\n[\s\S]*port: 3000/);
  await init('--name', 'shop', '--from', 'template:mysql', '--file', 'template.yaml');
  expect(await read('template.yaml')).toContain('template:\n      id: mysql');
  await init('--name', 'copy', '--from', 'docker.yaml', '--file', 'copy.yaml');
  expect(await read('copy.yaml')).toBe((await read('docker.yaml')).replace('shop', 'copy'));
  await init('--name', 'shop', '--from', 'ghcr.io/me/web:2', '--file', 'image.yaml');
  expect(await read('image.yaml')).toContain('name: web\n    type: webservice\n    image: ghcr.io/me/web:2');
  await writeFile(at('odd.txt'), 'name: [');
  expect(await init('--from', 'odd.txt')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('odd.txt') });
});

const SITE = ['--name', 'site', '--component', 'web', '--image', 'nginx:1.27'];

test('a document others could read is for its owner alone once it holds secrets', async () => {
  await writeFile(at('answers.json'), JSON.stringify(shopAnswers));
  await writeFile(at('shop.yaml'), 'name: old\n');
  await chmod(at('shop.yaml'), 0o644);
  expect((await init('--answers', 'answers.json', '--file', 'shop.yaml', '--yes')).exitCode).toBe(0);
  expect((await stat(at('shop.yaml'))).mode & 0o777).toBe(0o600);
  await writeFile(at('secret.yaml'), await read('shop.yaml'));
  await chmod(at('secret.yaml'), 0o644);
  const added = ['add', 'component', 'cache', '--image', 'redis:7', '-f', 'secret.yaml'];
  expect((await runHere(added, { cwd: directory.path })).exitCode).toBe(0);
  expect((await stat(at('secret.yaml'))).mode & 0o777).toBe(0o600);
});

test('an unwritable output path is reported with a hint and without a stack trace', async () => {
  await mkdir(at('taken'));
  for (const place of ['nowhere/x.yaml', 'taken']) {
    const { exitCode, stderr } = await init(...SITE, '--file', place, '--yes');
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`${place} cannot be written`);
    expect(stderr).toContain('an existing, writable directory');
    expect(stderr).not.toContain('    at ');
  }
});

test('the document is called as every command looks for it, and one that is here already is the one meant', async () => {
  expect((await init(...SITE)).stdout).toBe('kubemin.yaml\n');
  expect(await read('kubemin.yaml')).toMatch(/^name: site\n/);
  const { exitCode, stderr } = await init(...SITE);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('kubemin.yaml') });
});

test('a kubemin.json that is here already is replaced, not joined by a second document', async () => {
  await writeFile(at('kubemin.json'), '{}');
  expect((await init(...SITE, '--yes')).stdout).toBe('kubemin.json\n');
  expect(JSON.parse(await read('kubemin.json'))).toMatchObject({ name: 'site' });
  expect(existsSync(at('kubemin.yaml'))).toBe(false);
});
