import { lstat, mkdir, readdir, readFile, readlink, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { quickDirectory, type TemporaryDirectory } from '@kubemin/testing';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ImageError } from './image-error.ts';
import { LayerUnpacker, type UnpackLimits } from './layer-unpacker.ts';
import { type LayerEntry, layerBytes } from './test-support/image-fixture.ts';

let directory: TemporaryDirectory;
let root: string;

beforeEach(async () => {
  directory = await quickDirectory();
  root = join(directory.path, 'root');
  await mkdir(root);
});

afterEach(() => directory.remove());

async function* whole(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function unpack(layers: readonly (readonly LayerEntry[])[], limits?: UnpackLimits, into = root): Promise<void> {
  const unpacker = new LayerUnpacker(into, limits);
  for (const layer of layers) await unpacker.apply(whole(await layerBytes(layer)));
}

/** Paths with what is there: `file:<text>`, `link:<target>` or `directory`. */
async function snapshot(at: string, prefix = ''): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await readdir(at, { withFileTypes: true })) {
    const path = join(at, entry.name);
    const name = `${prefix}${entry.name}`;
    if (entry.isSymbolicLink()) found.set(name, `link:${await readlink(path)}`);
    else if (entry.isFile()) found.set(name, `file:${await readFile(path, 'utf8')}`);
    else {
      found.set(name, 'directory');
      for (const [inner, what] of await snapshot(path, `${name}/`)) found.set(inner, what);
    }
  }
  return found;
}

const entry = (name: string, text = name): LayerEntry => ({ name, text });
const linked = (name: string, linkName: string): LayerEntry => ({ name, type: 'symlink', linkName });
const hardLinked = (name: string, linkName: string): LayerEntry => ({ name, type: 'link', linkName });

describe('flattening', () => {
  test('later layers replace, remove and hide what earlier ones have', async () => {
    await unpack([
      [entry('etc/a'), entry('etc/b'), entry('var/log/x'), entry('srv/one'), entry('srv/two'), linked('now', 'etc')],
      [
        entry('etc/.wh.a', ''),
        entry('var/.wh.log', ''),
        entry('srv/three'),
        entry('srv/.wh..wh..opq', ''),
        entry('etc/b', 'new'),
      ],
    ]);
    expect(Object.fromEntries(await snapshot(root))).toEqual({
      etc: 'directory',
      'etc/b': 'file:new',
      now: 'link:etc',
      srv: 'directory',
      'srv/three': 'file:srv/three',
      var: 'directory',
    });
  });

  test('files, directories and links replace each other', async () => {
    await unpack([
      [entry('a/x'), entry('b'), linked('c', 'a'), linked('d', 'a'), { name: 'e/' }],
      [entry('a'), { name: 'b/' }, entry('c', 'file'), { name: 'd/' }, linked('e', 'b')],
    ]);
    expect(Object.fromEntries(await snapshot(root))).toEqual({
      a: 'file:a',
      b: 'directory',
      c: 'file:file',
      d: 'directory',
      e: 'link:b',
    });
  });

  test('entries below a link of the image land where the link leads inside of it', async () => {
    await unpack([
      [{ name: 'run/' }, { name: 'usr/lib/' }, linked('var/run', '/run'), linked('lib', 'usr/lib')],
      [entry('var/run/pid'), entry('lib/libc.so'), entry('lib/.wh.none', '')],
    ]);
    expect([...(await snapshot(root)).keys()]).toEqual(expect.arrayContaining(['run/pid', 'usr/lib/libc.so']));
  });

  test('hard links share a file, and a later layer replaces one of them alone', async () => {
    await unpack([[entry('bin/one', 'first'), hardLinked('bin/two', 'bin/one')], [entry('bin/one', 'second')]]);
    expect(await readFile(join(root, 'bin/two'), 'utf8')).toBe('first');
    expect(await readFile(join(root, 'bin/one'), 'utf8')).toBe('second');
  });

  test('modes are kept, without setuid, and the owner can always read, write and delete', async () => {
    await unpack([
      [
        { name: 'tmp/', mode: 0o1777 },
        { name: 'none/', mode: 0 },
        { name: 'none/file', mode: 0o4000 },
        { name: 'sudo', mode: 0o6755 },
        { name: './', mode: 0o555 },
      ],
    ]);
    const mode = async (path: string): Promise<number> => (await stat(join(root, path))).mode & 0o7777;
    expect(await Promise.all(['tmp', 'none', 'none/file', 'sudo', '.'].map(mode))).toEqual([
      0o1777, 0o700, 0o600, 0o755, 0o755,
    ]);
  });

  test('large files are written completely, with their time', async () => {
    await unpack([[{ name: 'large', text: 'x'.repeat(1_000_001), mtime: 1000 }]]);
    const { size, mtimeMs } = await stat(join(root, 'large'));
    expect([size, mtimeMs]).toEqual([1_000_001, 1_000_000]);
  });
});

const DIRECTORIES = ['d1', 'd2', 'd1/d3', 'd2/d3/d1'];
const LEAVES = ['f1', 'f2', 'm'];

test('any layers give the same tree as a model in memory', async () => {
  const parent = fc.constantFrom('', ...DIRECTORIES.map((path) => `${path}/`));
  const content = fc.oneof(
    fc.record({ parent, name: fc.constantFrom(...LEAVES), text: fc.constantFrom('1', '2') }).map((file) => ({
      name: `${file.parent}${file.name}`,
      text: file.text,
    })),
    fc.record({ parent, name: fc.constantFrom(...LEAVES) }).map((file) => linked(`${file.parent}${file.name}`, '../x')),
    fc.constantFrom(...DIRECTORIES).map((path) => ({ name: `${path}/` })),
    parent.map((path) => ({ name: `${path}m/` })),
    fc.record({ parent, name: fc.constantFrom(...LEAVES, 'd1', 'd2', 'd3') }).map((hidden) => ({
      name: `${hidden.parent}.wh.${hidden.name}`,
    })),
    parent.map((path) => ({ name: `${path}.wh..wh..opq` })),
  );
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array<LayerEntry>(content, { maxLength: 8 }), { maxLength: 4 }), async (layers) => {
      run += 1;
      const into = join(directory.path, `run-${run}`);
      await mkdir(into);
      await unpack(layers, undefined, into);
      expect(Object.fromEntries(await snapshot(into))).toEqual(
        Object.fromEntries(layers.reduce(modelLayer, new Map())),
      );
    }),
    { numRuns: 150 },
  );
});

/** What a layer makes of the tree below it: first all that it hides goes, then its entries are added. */
function modelLayer(lower: ReadonlyMap<string, string>, layer: readonly LayerEntry[]): ReadonlyMap<string, string> {
  const tree = new Map(lower);
  const removeTree = (path: string, itself: boolean): void => {
    for (const key of [...tree.keys()])
      if ((itself && key === path) || key.startsWith(path === '' ? '' : `${path}/`)) tree.delete(key);
  };
  const makeParents = (path: string): void => {
    const parts = path.split('/').slice(0, -1);
    for (const index of parts.keys()) tree.set(parts.slice(0, index + 1).join('/'), 'directory');
  };
  for (const { name } of layer) {
    const [, parent = '', hidden = ''] = /^(?:(.*)\/)?\.wh\.(.*)$/.exec(name) ?? [];
    if (hidden === '.wh..opq') removeTree(parent, false);
    else if (hidden !== '') removeTree(parent === '' ? hidden : `${parent}/${hidden}`, true);
  }
  for (const { name, type, text = '', linkName } of layer) {
    const path = name.replace(/\/$/, '');
    makeParents(path);
    if (path.includes('.wh.')) continue;
    const isDirectory = name.endsWith('/');
    if (isDirectory && tree.get(path) === 'directory') continue;
    removeTree(path, true);
    tree.set(path, isDirectory ? 'directory' : type === 'symlink' ? `link:${linkName}` : `file:${text}`);
  }
  return tree;
}

describe('hostile layers', () => {
  test.each<[string, readonly LayerEntry[], string]>([
    ['parent path', [entry('../out')], 'path with ".."'],
    ['parent path inside', [entry('a/../../out')], 'path with ".."'],
    ['absolute path', [entry('/out')], 'absolute path'],
    ['link above the root', [linked('up', '../..'), entry('up/out')], 'leads out of the root'],
    ['two links above the root', [linked('a/b', '..'), linked('c', 'a/b/..'), entry('c/out')], 'leads out of the root'],
    ['link loop', [linked('a', 'b'), linked('b', 'a'), entry('a/x')], 'too many symbolic links'],
    ['file as a directory', [entry('a'), entry('a/b')], 'its parent is not a directory'],
    ['hard link to a parent path', [hardLinked('x', '../outside')], 'hard link to "../outside": path with ".."'],
    ['hard link to an absolute path', [hardLinked('x', '/etc/passwd')], 'hard link to "/etc/passwd": absolute path'],
    ['hard link through a link', [linked('e', '/etc'), hardLinked('x', 'e/passwd')], 'no file of the image'],
    [
      'hard link through a link above the root',
      [linked('e', '..'), hardLinked('x', 'e/outside')],
      'leads out of the root',
    ],
    ['hard link to a directory', [{ name: 'd/' }, hardLinked('x', 'd')], 'no file of the image'],
    ['device', [{ name: 'dev/sda', type: 'device' }], 'device nodes are refused'],
    ['pipe', [{ name: 'pipe', type: 'fifo' }], 'pipes are refused'],
    ['whiteout of the parent', [entry('a/.wh...')], 'whiteout without a name'],
    ['whiteout of the directory', [entry('a/.wh..')], 'whiteout without a name'],
    ['whiteout of nothing', [entry('.wh.')], 'whiteout without a name'],
    ['whiteout above the root', [linked('up', '..'), entry('up/.wh.outside')], 'leads out of the root'],
    ['root as a file', [{ name: '.', type: 'symlink', linkName: '/' }], 'the root is not a directory'],
    ['empty link', [linked('a', '')], 'symbolic link without a target'],
    ['long name', [entry('x'.repeat(300))], 'ENAMETOOLONG'],
    ['long path', [entry('x/'.repeat(3000))], 'path is too long'],
  ])('%s', async (_, layer, problem) => {
    await writeFile(join(directory.path, 'outside'), 'untouched');
    const failure = unpack([layer]);
    await expect(failure).rejects.toThrow(problem);
    await expect(failure).rejects.toThrow(ImageError);
    await expect(failure).rejects.toMatchObject({ code: 'INVALID_LAYER' });
    await expect(failure).rejects.toThrow(`layer entry ${JSON.stringify(layer.at(-1)?.name)}`);
    expect(await readFile(join(directory.path, 'outside'), 'utf8')).toBe('untouched');
    expect((await readdir(directory.path)).sort()).toEqual(['outside', 'root']);
  });

  test('absolute links to this machine are only text: what is written below them stays in the root', async () => {
    const outside = join(directory.path, 'outside');
    await mkdir(outside);
    await writeFile(join(outside, 'victim'), 'untouched');
    await unpack([
      [
        linked('out', outside),
        entry('out/victim', 'changed'),
        entry('out/.wh.victim', ''),
        entry('out/.wh..wh..opq', ''),
      ],
      [linked('file', join(outside, 'victim')), hardLinked('second', 'file'), entry('second', 'changed')],
      [entry('file', 'changed')],
    ]);
    expect(await readdir(outside)).toEqual(['victim']);
    expect(await readFile(join(outside, 'victim'), 'utf8')).toBe('untouched');
    expect(await readFile(join(root, outside, 'victim'), 'utf8')).toBe('changed');
  });

  test('a link that was there in place of a directory is not followed after the directory was removed', async () => {
    await writeFile(join(directory.path, 'outside'), 'untouched');
    await expect(unpack([[entry('d/x'), linked('d', '..'), entry('d/outside', 'changed')]])).rejects.toThrow(
      'leads out of the root',
    );
    expect(await readFile(join(directory.path, 'outside'), 'utf8')).toBe('untouched');
  });

  test('limits of size and number hold over all layers', async () => {
    const limits = { maxBytes: 10, maxEntries: 3 };
    await expect(unpack([[entry('a', '123456')], [entry('b', '123456')]], limits)).rejects.toThrow(
      'more than 10 bytes',
    );
    await expect(
      unpack(
        [
          [entry('a'), entry('b')],
          [entry('c'), entry('d')],
        ],
        limits,
      ),
    ).rejects.toThrow('layer entry "d": more than 3 entries');
  });

  test('archives that are large without entries are refused', async () => {
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      yield await layerBytes([entry('a')]);
      for (;;) yield Buffer.alloc(1024);
    };
    const unpacker = new LayerUnpacker(root, { maxBytes: 1000, maxEntries: 1 });
    await expect(unpacker.apply(endless())).rejects.toThrow('layers have more than 9192 bytes');
  });

  test('what is no archive is refused', async () => {
    await expect(new LayerUnpacker(root).apply(whole(Buffer.alloc(2048, 'x')))).rejects.toMatchObject({
      code: 'INVALID_LAYER',
    });
  });
});

describe.skipIf(process.getuid?.() !== 0)('owners (skipped where this is not root)', () => {
  test('users of a layer become those of the node, with their setuid programs; a user that no node has is refused', async () => {
    const owner = { uid: 1_000_000, gid: 2_000_000 };
    const layer: readonly LayerEntry[] = [
      { name: 'home/web/', uid: 1000, gid: 1001, mode: 0o2755 },
      { name: 'home/web/file', uid: 1000, gid: 1001 },
      { name: 'home/web/link', type: 'symlink', linkName: 'file', uid: 1000, gid: 1001 },
      { name: 'bin/su', mode: 0o4755 },
    ];
    await new LayerUnpacker(root, undefined, owner).apply(whole(await layerBytes(layer)));
    const found = async (path: string) => {
      const { uid, gid, mode } = await lstat(join(root, path));
      return [uid - owner.uid, gid - owner.gid, mode & 0o7777];
    };
    expect((await found('')).slice(0, 2)).toEqual([0, 0]);
    expect(await found('home')).toEqual([0, 0, 0o755]);
    expect(await found('home/web')).toEqual([1000, 1001, 0o2755]);
    expect(await found('home/web/file')).toEqual([1000, 1001, 0o644]);
    expect(await found('home/web/link')).toEqual([1000, 1001, 0o777]);
    expect(await found('bin/su')).toEqual([0, 0, 0o4755]);
    const foreign = [{ name: 'file', uid: 65_536 }];
    await expect(new LayerUnpacker(root, undefined, owner).apply(whole(await layerBytes(foreign)))).rejects.toThrow(
      'layer entry "file": owner 65536 is not one of the users 0-65535 of containers',
    );
  });
});

test('owners that only the node can set are listed, as the last layer has them', async () => {
  const unpacker = new LayerUnpacker(root, undefined, { count: 1002 });
  const apply = async (layer: readonly LayerEntry[]) => unpacker.apply(whole(await layerBytes(layer)));
  await apply([
    { name: './', type: 'directory', uid: 7 },
    { name: 'home/web/', uid: 1000, gid: 1001, mode: 0o2750 },
    { name: 'home/web/file', uid: 1000, gid: 1001 },
    { name: 'home/web/link', type: 'symlink', linkName: 'file', uid: 1000 },
    { name: 'home/old/', uid: 1000 },
    { name: 'home/old/file', uid: 1000 },
    { name: 'home/hidden', uid: 1000 },
    { name: 'bin/su', mode: 0o4755 },
    { name: 'bin/sh', mode: 0o755 },
  ]);
  await apply([
    { name: 'home/web/file', uid: 5 },
    { name: 'home/old', type: 'symlink', linkName: '/etc' },
    { name: 'home/.wh.hidden' },
    { name: 'bin/more', uid: 3, gid: 4 },
  ]);
  expect(unpacker.ownedFiles.toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
    { path: 'bin/more', uid: 3, gid: 4, mode: undefined },
    { path: 'bin/su', uid: 0, gid: 0, mode: 0o4755 },
    { path: 'home/web', uid: 1000, gid: 1001, mode: 0o2750 },
    { path: 'home/web/file', uid: 5, gid: 0, mode: undefined },
    { path: 'home/web/link', uid: 1000, gid: 0, mode: undefined },
  ]);
  await expect(apply([{ name: 'file', uid: 1002 }])).rejects.toThrow(
    'layer entry "file": owner 1002 is not one of the users 0-1001 of containers',
  );
});
