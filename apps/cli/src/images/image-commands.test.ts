import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { startRegistry } from '@kubemin/node';
import { quickDirectory, type TemporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dataDirectory } from '../connection/data-directory.ts';
import { runHere } from '../test-support/run-here.ts';
import { formatSize } from './image-commands.ts';

let directory: TemporaryDirectory;
const at = (path: string): string => join(directory.path, path);
const image = (...args: readonly string[]) =>
  runHere(['image', ...args], {
    cwd: directory.path,
    env: { KUBEMIN_HOME: at('home'), PATH: at('programs'), DOCKER_CONFIG: at('docker') },
  });

beforeEach(async () => {
  directory = await quickDirectory();
  // A machine with a tiny shell, so that base images take no time.
  await mkdir(at('programs'));
  await writeFile(at('programs/busybox'), '#!/bin/sh\necho sh; echo ls\n');
  await chmod(at('programs/busybox'), 0o755);
});
afterEach(() => directory.remove());

async function writeFiles(files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(at('app'), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(at(`app/${name}`), text);
}

const DOCKERFILE =
  'FROM kubemin/shell\nARG GREETING=hello\nENV GREETING=$GREETING\nCOPY . /app\nCMD ["sh", "/app/run.sh"]\n';

test('an image is built, listed, saved, removed, and loaded again', async () => {
  await writeFiles({ Dockerfile: DOCKERFILE, 'run.sh': 'echo $GREETING\n' });
  const built = await image('build', 'app', '-t', 'shop/app:1.0', '--build-arg', 'GREETING=hi');
  expect(built).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^built shop\/app:1\.0 \([0-9a-f]{12}, [\d.]+kB\)\n$/),
  });
  expect(built.stderr).toContain('[4/5] COPY . /app\n');
  expect((await image('ls')).stdout).toMatch(
    /^NAME +ID +SIZE +NOTE\nkubemin\/shell:latest +\S+ +\S+ *\nshop\/app:1\.0 +[0-9a-f]{12} /,
  );
  expect((await image('ls', '-o', 'name')).stdout).toBe('kubemin/shell:latest\nshop/app:1.0\n');
  const before = JSON.parse((await image('ls', '-o', 'json')).stdout);
  expect(await image('save', 'shop/app:1.0', '-f', 'app.tar')).toMatchObject({ exitCode: 0, stdout: '' });
  expect(await image('rm', 'shop/app:1.0', 'kubemin/shell')).toMatchObject({
    exitCode: 0,
    stderr: 'removed shop/app:1.0\nremoved kubemin/shell\n',
  });
  expect(await image('ls')).toMatchObject({ exitCode: 0, stdout: '', stderr: expect.stringContaining('no images') });
  expect(await image('load', 'app.tar')).toMatchObject({ exitCode: 0, stdout: 'loaded shop/app:1.0\n' });
  expect(JSON.parse((await image('ls', '-o', 'json')).stdout)).toEqual([before[1]]);
});

test('an image is pulled from the first mirror that has it, under its own name', async () => {
  const clocks = { clock: systemClock, random: systemRandom, logger: silentLogger };
  const options = { directory: at('registry'), port: 0, authorizePush: async () => 'allowed' as const, ...clocks };
  const registry = await startRegistry(options);
  try {
    const auths = { [registry.address]: { username: 'any', password: 'any' } };
    await mkdir(at('docker'));
    await writeFile(at('docker/config.json'), JSON.stringify({ auths }));
    await writeFiles({ Dockerfile: DOCKERFILE, 'run.sh': 'echo $GREETING\n' });
    await image('build', 'app', '-t', 'web:1');
    const target = `${registry.address}/hub/library/web:1`;
    expect(await image('push', 'web:1', target)).toMatchObject({ exitCode: 0 });
    await image('rm', 'web:1');
    const mirrors = ['--mirror', `http://${registry.address}/none`, '--mirror', `http://${registry.address}/hub`];
    expect(await image('pull', 'web:1', ...mirrors)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('web:1'),
      stderr: expect.stringMatching(/^not pulled from the mirror http:\S+: .*not found\n$/),
    });
    expect((await image('ls', '-o', 'name')).stdout).toContain('web:1\n');
  } finally {
    await registry.close();
  }
});

describe('a directory without a Dockerfile', () => {
  test('with a program for Node is run by Node', async () => {
    await writeFiles({
      'package.json': '{"scripts": {"start": "node --test-flag web.js"}}',
      'web.js': '',
      'index.js': '',
    });
    const built = await image('build', 'app', '-t', 'web');
    expect(built).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('no Dockerfile: using Node to run web.js'),
    });
    expect(built.stderr).toContain('CMD ["node","web.js"]');
  });

  test('with a page is served on port 80, and with neither is refused with what to add', async () => {
    await writeFiles({ 'index.html': '<h1>Page</h1>' });
    expect(await image('build', 'app', '-t', 'page')).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('static file server'),
    });
    expect((await image('ls', '-o', 'name')).stdout).toContain('page:latest\n');
    await mkdir(at('empty'));
    expect(await image('build', 'empty', '-t', 'page')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/no Dockerfile in empty.*\n.*add a Dockerfile/),
    });
  });
});

test.each([
  [['build', 'none', '-t', 'a'], 2, 'none is not a directory'],
  [['build', 'app', '-t', 'A b'], 3, `couldn't parse image reference`],
  [['build', 'app', '-t', 'a', '--build-arg', 'novalue'], 2, 'invalid build argument novalue'],
  [['build', 'app', '-t', 'a', '-f', 'none'], 2, 'cannot read none'],
  [['build', 'app', '-t', 'a', '-f', 'app/Bad'], 3, 'Dockerfile:2: unknown instruction: FETCH'],
  [['build', 'app', '-t', 'a', '-f', 'app/Run'], 3, 'RUN is not supported'],
  [['build', 'app', '-t', 'a', '-f', 'app/Base'], 3, 'base images:'],
  [['rm', 'none'], 5, 'image none not found'],
  [['save', 'none', '-f', 'a.tar'], 5, 'none'],
  [['load', 'none.tar'], 1, 'cannot read none.tar'],
  [['load', 'app/Bad'], 3, 'not an image archive'],
  [['pull', 'localhost:1/a:1'], 1, 'localhost:1/a:1'],
  [['pull', 'localhost:1/a:1', '--mirror', 'nowhere'], 1, 'nowhere is not a mirror'],
] as const)('image %j ends with exit code %i and what is wrong', async (args, exitCode, expected) => {
  await writeFiles({
    Dockerfile: DOCKERFILE,
    Bad: 'FROM kubemin/shell\nFETCH x\n',
    Run: 'FROM kubemin/shell\nRUN make\n',
    Base: 'FROM nginx:1.27\n',
  });
  const ended = await image(...args);
  expect(ended, ended.stderr).toMatchObject({ exitCode, stdout: '', stderr: expect.stringContaining(expected) });
});

describe('a hostile archive', () => {
  const header = (name: string, size: number, type: string, link = ''): Buffer => {
    const block = Buffer.alloc(512);
    block.write(name, 0);
    block.write('0000644\0', 100);
    block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
    block.write('00000000000\0', 136);
    block.write('        ', 148);
    block.write(type, 156);
    block.write(link, 157);
    block.write('ustar\x0000', 257);
    block.write(
      `${block
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
      148,
    );
    return block;
  };
  const file = (name: string, content: Buffer): Buffer =>
    Buffer.concat([header(name, content.length, '0'), content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
  const end = Buffer.alloc(1024);
  const { createHash } = process.getBuiltinModule('node:crypto');
  const archive = (layer: Buffer): Buffer => {
    const diff = `sha256:${createHash('sha256').update(layer).digest('hex')}`;
    const config = {
      architecture: process.arch === 'x64' ? 'amd64' : process.arch,
      os: 'linux',
      rootfs: { type: 'layers', diff_ids: [diff] },
    };
    const manifest = [{ Config: 'config.json', RepoTags: ['evil:1'], Layers: ['layer.tar'] }];
    return Buffer.concat([
      file('config.json', Buffer.from(JSON.stringify(config))),
      file('layer.tar', layer),
      file('manifest.json', Buffer.from(JSON.stringify(manifest))),
      end,
    ]);
  };

  test.each([
    ['a path out of the root', file('../../outside', Buffer.from('x')), 'path with ".."'],
    ['an absolute path', file('/etc/outside', Buffer.from('x')), 'absolute path'],
    ['a device', header('dev/sda', 0, '4'), 'device nodes are refused'],
    [
      'a file through a link',
      Buffer.concat([header('out', 0, '2', '/tmp'), header('out/../../x', 0, '0')]),
      'path with ".."',
    ],
    ['a hard link out of the root', header('passwd', 0, '1', '/etc/passwd'), 'absolute path'],
  ])('with %s is refused by name, and leaves nothing', async (_, layer, expected) => {
    await writeFile(at('evil.tar'), archive(Buffer.concat([layer, end])));
    const loaded = await image('load', 'evil.tar');
    expect(loaded).toMatchObject({ exitCode: 3, stdout: '', stderr: expect.stringContaining(expected) });
    expect(loaded.stderr).toContain('nothing was stored');
    const { images } = dataDirectory(at('home'));
    const roots = (await readdir(images)).filter((name) => name.startsWith('roots'));
    for (const part of ['tmp', ...roots, 'blobs/sha256']) expect(await readdir(join(images, part))).toEqual([]);
    expect((await image('ls', '-o', 'name')).stdout).toBe('');
  });

  test('does not take the name of an image that is there', async () => {
    await writeFiles({ Dockerfile: 'FROM scratch\nCOPY . /\n', file: 'kept' });
    await image('build', 'app', '-t', 'evil:1');
    const before = (await image('ls', '-o', 'json')).stdout;
    await writeFile(at('evil.tar'), archive(Buffer.concat([header('dev/sda', 0, '3'), end])));
    expect((await image('load', 'evil.tar')).exitCode).toBe(3);
    expect((await image('ls', '-o', 'json')).stdout).toBe(before);
  });
});

test('stand-ins are listed, built for documents, marked, and missing ones are named', async () => {
  expect((await image('stand-ins', '-o', 'name')).stdout).toContain('traefik/whoami\n');
  await writeFile(at('app.yaml'), 'component:\n  - image: redis:7\n  - image: corp.example/own:1\n');
  const built = await image('stand-ins', 'app.yaml');
  expect(built).toMatchObject({
    exitCode: 5,
    stdout: 'built a stand-in for redis:7\n',
    stderr: expect.stringContaining('no stand-in for corp.example/own:1'),
  });
  expect((await image('ls')).stdout).toMatch(/^redis:7 +\S+ +\S+ +stand-in$/m);
  expect(await readFile(at('app.yaml'), 'utf8')).toContain('redis:7');
});

test.each([
  [0, '0B'],
  [999, '999B'],
  [1234, '1.23kB'],
  [134_447_616, '134MB'],
])('%i bytes are shown as %s', (bytes, shown) => expect(formatSize(bytes)).toBe(shown));
