import { chmod, mkdir, readFile, readlink, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { quickDirectory, type TemporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseIgnoreFile } from './build-context.ts';
import { type BuildOptions, type BuildResult, buildImage, type RunStep } from './build-image.ts';
import type { ImageStore } from './image-store.ts';
import { layerBytes, openTestStore, storeImage } from './test-support/image-fixture.ts';

let directory: TemporaryDirectory;
let context: string;
let store: ImageStore;

beforeEach(async () => {
  directory = await quickDirectory();
  context = join(directory.path, 'context');
  store = await openTestStore(join(directory.path, 'store'));
  await writeContext({ 'app.js': 'app', 'lib/one.js': '1', 'lib/deep/two.js': '2', 'docs/readme.md': 'docs' });
  await storeImage(store, ['base'], {
    layers: [
      {
        tar: await layerBytes([
          { name: 'etc/motd', text: 'base' },
          { name: 'tmp/', mode: 0o1777 },
          { name: 'run/' },
          { name: 'var/run', type: 'symlink', linkName: '/run' },
        ]),
      },
    ],
    config: { env: [{ name: 'PATH', value: '/bin' }], cmd: ['base-cmd'], user: 'web' },
  });
});

afterEach(() => directory.remove());

async function writeContext(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(context, name)), { recursive: true });
    await writeFile(join(context, name), text);
  }
}

async function build(dockerfile: string, options: Partial<BuildOptions> = {}): Promise<BuildResult & { root: string }> {
  await writeContext({ Dockerfile: dockerfile });
  const result = await buildImage(store, { context, tags: ['built'], ...options });
  return { ...result, root: await store.root(result.image) };
}

const text = (root: string, path: string): Promise<string> => readFile(join(root, path), 'utf8');
const exists = (root: string, path: string): Promise<boolean> =>
  stat(join(root, path)).then(
    () => true,
    () => false,
  );

test('all instructions become layers and settings', async () => {
  const { image, root, warnings } = await build(
    `ARG BASE=base
     FROM \${BASE} AS final
     ARG VERSION=1
     ARG TARGETARCH
     ENV A=1 B="two words" PATH=/app:$PATH
     ENV C legacy $VERSION
     LABEL version=$VERSION "arch"=$TARGETARCH
     WORKDIR /app
     WORKDIR src
     COPY app.js .
     COPY lib ./lib/
     ADD --chown=root:root --chmod=755 app.js docs/*.md /opt/
     USER 1000:1000
     EXPOSE 80 8000-8001/udp
     STOPSIGNAL SIGQUIT
     ENTRYPOINT ["node"]
     CMD ["app.js", "$A"]`,
    { buildArgs: { VERSION: '2', OTHER: 'x' } },
  );
  expect(image.references).toEqual(['docker.io/library/built:latest']);
  expect(image.config).toMatchObject({
    env: [
      { name: 'PATH', value: '/app:/bin' },
      { name: 'A', value: '1' },
      { name: 'B', value: 'two words' },
      { name: 'C', value: 'legacy 2' },
    ],
    labels: { version: '2', arch: 'amd64' },
    workingDir: '/app/src',
    user: '1000:1000',
    exposedPorts: ['80/tcp', '8000/udp', '8001/udp'],
    stopSignal: 'SIGQUIT',
    entrypoint: ['node'],
    cmd: ['app.js', '$A'],
  });
  expect(await text(root, 'etc/motd')).toBe('base');
  expect(await text(root, 'app/src/app.js')).toBe('app');
  expect(await text(root, 'app/src/lib/deep/two.js')).toBe('2');
  expect(await text(root, 'opt/readme.md')).toBe('docs');
  expect((await stat(join(root, 'opt/app.js'))).mode & 0o777).toBe(0o755);
  expect((await stat(join(root, 'tmp'))).mode & 0o7777).toBe(0o1777);
  expect(warnings.map(({ message }) => message)).toEqual(['build argument OTHER is not used']);
});

test('the same input gives the same digests, whatever the times of the files are', async () => {
  const dockerfile = 'FROM base\nCOPY . /app\nLABEL b=1 a=2\nCMD run';
  const first = await build(dockerfile);
  await utimes(join(context, 'app.js'), 1, 1);
  const second = await build(dockerfile, { tags: ['again'] });
  expect(second.image.id).toBe(first.image.id);
  expect(second.image.manifest).toEqual(first.image.manifest);
  await writeContext({ 'app.js': 'changed' });
  expect((await build(dockerfile)).image.id).not.toBe(first.image.id);
});

test('the shell form of commands runs a shell; an entrypoint drops the cmd of the base image only', async () => {
  expect((await build('FROM base\nCMD echo "$A"')).image.config.cmd).toEqual(['/bin/sh', '-c', 'echo "$A"']);
  expect((await build('FROM base\nENTRYPOINT run it')).image.config).toMatchObject({
    entrypoint: ['/bin/sh', '-c', 'run it'],
    cmd: [],
  });
  expect((await build('FROM base\nCMD ["x"]\nENTRYPOINT ["e"]')).image.config).toMatchObject({ cmd: ['x'] });
});

describe('copying', () => {
  test('a file goes into a directory that exists, and else becomes the destination', async () => {
    const { root } = await build('FROM base\nCOPY app.js /etc\nCOPY app.js /new\nWORKDIR /work\nCOPY app.js /work');
    expect(await text(root, 'etc/app.js')).toBe('app');
    expect(await text(root, 'new')).toBe('app');
    expect(await text(root, 'work/app.js')).toBe('app');
  });

  test('links of the base image are followed, and stay', async () => {
    const { root } = await build('FROM base\nCOPY lib /var/run/\nCOPY app.js /var/run/pid');
    expect(await readlink(join(root, 'var/run'))).toBe('/run');
    expect(await text(root, 'run/one.js')).toBe('1');
    expect(await text(root, 'run/pid')).toBe('app');
  });

  test('links of the context are copied as links; one that is named itself is followed inside of the context', async () => {
    await symlink('/etc/passwd', join(context, 'lib/absolute'));
    await symlink('lib/one.js', join(context, 'named'));
    await symlink('../../outside', join(context, 'escape'));
    await writeFile(join(directory.path, 'outside'), 'secret');
    const { root } = await build('FROM scratch\nCOPY lib /lib\nCOPY named /named');
    expect(await readlink(join(root, 'lib/absolute'))).toBe('/etc/passwd');
    expect(await text(root, 'named')).toBe('1');
    await expect(build('FROM scratch\nCOPY escape /x')).rejects.toThrow('leads out of the root');
  });

  test('later copies see the links and directories of earlier ones', async () => {
    await mkdir(join(context, 'tree/real'), { recursive: true });
    await symlink('real', join(context, 'tree/link'));
    const { root } = await build(
      'FROM scratch\nCOPY tree /tree\nCOPY app.js /tree/link/app.js\nCOPY app.js /tree/real',
    );
    expect(await text(root, 'tree/real/app.js')).toBe('app');
    expect(await readlink(join(root, 'tree/link'))).toBe('real');
  });

  test('modes are kept, setuid bits are not', async () => {
    await chmod(join(context, 'app.js'), 0o4755);
    const { root } = await build('FROM scratch\nCOPY app.js /x');
    expect((await stat(join(root, 'x'))).mode & 0o7777).toBe(0o755);
  });
});

describe('.dockerignore', () => {
  test('excludes files from copying', async () => {
    await writeContext({ '.dockerignore': '# note\nDockerfile\n**/*.md\nlib\n!lib/deep\n' });
    const { root } = await build('FROM scratch\nCOPY . /');
    expect(
      await Promise.all(
        ['app.js', 'lib/deep/two.js', 'lib/one.js', 'docs/readme.md', 'Dockerfile'].map((path) => exists(root, path)),
      ),
    ).toEqual([true, true, false, false, false]);
    await expect(build('FROM scratch\nCOPY docs/readme.md /')).rejects.toThrow('not found');
  });

  test.each([
    ['*.md', 'a.md', true],
    ['*.md', 'x/a.md', false],
    ['**/*.md', 'x/y/a.md', true],
    ['/node_modules/', 'node_modules/a/b', true],
    ['a?c', 'abc', true],
    ['[a-c]x', 'bx', true],
    ['[^a-c]x', 'bx', false],
    ['*\n!keep', 'keep', false],
    ['*\n!keep\nkeep', 'keep', true],
    ['a.b', 'axb', false],
    ['a\\*', 'a*', true],
  ])('%j and %j: %j', (rules, path, ignored) => {
    expect(parseIgnoreFile(rules)(path)).toBe(ignored);
  });
});

describe('what is refused', () => {
  test.each([
    ['FROM base\nRUN make', 'Dockerfile:2: RUN is not supported yet: it needs a running container'],
    ['FROM base\n\nVOLUME /data', 'Dockerfile:3: VOLUME is not supported'],
    ['FROM base\nFOO x', 'Dockerfile:2: unknown instruction: FOO'],
    [
      'FROM base\nCOPY --chown=1000 app.js /',
      'Dockerfile:2: COPY --chown=1000 is not supported: all files of an image have one owner',
    ],
    ['FROM base\nCOPY --from=other a /', 'Dockerfile:2: COPY --from is not supported'],
    ['FROM base\nCOPY --chmod=abc app.js /', 'Dockerfile:2: COPY: invalid mode "abc"'],
    ['FROM base\nFROM base', 'Dockerfile:2: a second FROM'],
    ['FROM missing', 'Dockerfile:1: image "missing" is not in the store; pull or load it first'],
    ['FROM --platform=linux/arm64 base', 'FROM --platform=linux/arm64 is not supported'],
    ['FROM base x y', 'Dockerfile:1: FROM: expected an image'],
    ['FROM Base', 'must be lowercase'],
    ['COPY a b', 'Dockerfile:1: COPY before FROM'],
    ['# nothing', 'Dockerfile:1: no FROM'],
    ['FROM base\nCOPY app.js', 'needs a source and a destination'],
    ['FROM base\nCOPY ../x /', 'Dockerfile:2: COPY: "../x" is outside of the build context'],
    ['FROM base\nCOPY none /', '"/none": not found in the build context'],
    ['FROM base\nCOPY none* /', 'no source files were found: "none*"'],
    ['FROM base\nCOPY app.js lib /x', 'must be a directory and end with a /'],
    ['FROM base\nADD https://example.com/x /', 'is not a local file'],
    ['FROM base\nADD x.tar.gz /', 'is an archive'],
    ['FROM base\nCOPY <<EOF /x', 'here-documents are not supported'],
    ['FROM base\nENV A', 'Dockerfile:2: ENV: needs a name and a value'],
    ['FROM base\nENV A=1 B', 'expected name=value'],
    ['FROM base\nLABEL a="x', 'unterminated double quote'],
    ['FROM base\nEXPOSE 99999', 'invalid port "99999"'],
    ['FROM base\nSTOPSIGNAL TERM', 'invalid signal "TERM"'],
    ['FROM base\nCMD', 'Dockerfile:2: CMD needs an argument'],
  ])('%j', async (dockerfile, message) => {
    const failure = build(dockerfile);
    await expect(failure).rejects.toThrow(message);
    await expect(failure).rejects.toMatchObject({ code: 'BUILD_FAILED' });
    expect(await store.find('built')).toBeUndefined();
  });

  test('a directory without a Dockerfile', async () => {
    await expect(buildImage(store, { context, tags: [], dockerfile: 'none' })).rejects.toThrow('cannot read');
  });
});

test('RUN gets the image as it is at its line, and what it returns becomes a layer', async () => {
  const steps: RunStep[] = [];
  const seen: boolean[] = [];
  const { image, root } = await build(
    'FROM base\nARG X=1\nENV Y=2\nCOPY app.js /app/\nRUN make it\nCOPY app.js /made\nUSER root',
    {
      run: async (step) => {
        steps.push(step);
        seen.push(await exists(step.root, 'app/app.js'));
        await store.prune([]);
        return (async function* () {
          yield await layerBytes([{ name: 'made/' }, { name: 'app/.wh.app.js' }]);
        })();
      },
    },
  );
  expect(steps).toMatchObject([
    {
      command: ['/bin/sh', '-c', 'make it'],
      environment: { X: '1', Y: '2', PATH: '/bin' },
      workingDirectory: '/',
      user: 'web',
    },
  ]);
  expect(seen).toEqual([true]);
  expect(await text(root, 'made/app.js')).toBe('app');
  expect(await exists(root, 'app/app.js')).toBe(false);
  expect(image.layers).toHaveLength(4);
});

test('base images are made for FROM where they are missing', async () => {
  const programs = join(directory.path, 'programs');
  await mkdir(programs);
  await writeFile(join(programs, 'busybox'), '#!/bin/sh\necho sh\n');
  await chmod(join(programs, 'busybox'), 0o755);
  const baseImages = { directories: [programs], nodePath: join(programs, 'busybox'), nodeVersion: 'v24.1.0' };
  expect((await build('FROM kubemin/shell\nCOPY app.js /', { baseImages })).image.layers).toHaveLength(2);
  expect((await build('FROM kubemin/node:24\nCOPY app.js /', { baseImages })).image.layers).toHaveLength(3);
  await expect(build('FROM kubemin/node:23', { baseImages })).rejects.toThrow('is not in the store');
});
