import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { imageMessages } from '../messages/index.ts';
import { elfInterpreter } from './elf-interpreter.ts';
import type { ImageConfig } from './image-config.ts';
import { ImageError } from './image-error.ts';
import type { ImageStore, StoredImage } from './image-store.ts';
import type { LayerItem } from './layer-builder.ts';
import { makeImage } from './make-image.ts';

/** The image with a shell and the usual small programs. */
export const SHELL_IMAGE = 'kubemin/shell';
/** What holds the namespaces of pods. */
const PAUSE_IMAGE = 'kubemin/pause';
/** The image with Node and all of the shell image. */
export const NODE_IMAGE = 'kubemin/node';

/** The image with Python and all of the shell image. */
export const PYTHON_IMAGE = 'kubemin/python';

export interface ShellImageOptions {
  /** Where programs are looked for on this machine, in order: the entries of PATH. */
  readonly directories: readonly string[];
}

export interface NodeImageOptions extends ShellImageOptions {
  /** The program: `process.execPath`. */
  readonly nodePath: string;
  /** `process.version`; the image is also tagged with its first number. */
  readonly nodeVersion: string;
}

/** Copied where this machine has them, unless it has busybox; only `sh` is required. */
const SHELL_PROGRAMS = `sh
  [ awk b2sum base32 base64 basename cat chmod cmp comm cp cut date dd df diff dirname du echo env expand expr factor false
  find fold grep gunzip gzip head hostname id install join kill link ln ls md5sum mkdir mkfifo mktemp more mv nice nl nohup
  nproc numfmt od paste pathchk pr printenv printf ps pwd readlink realpath rm rmdir sed seq sha1sum sha256sum sha512sum
  shuf sleep sort split stat stdbuf stty sum sync tac tail tar tee test timeout touch tr true truncate tsort tty uname
  unexpand uniq unlink wc whoami xargs yes`.split(/\s+/);

/** The C library loads them by name when users or hosts are looked up; older versions cannot do without. */
const LOADED_LIBRARIES = ['libnss_files.so.2', 'libnss_dns.so.2', 'libresolv.so.2'];
const LIBRARY_DIRECTORIES = /^\/(?:usr\/)?lib(?:32|64)?\//;
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const PATH = '/usr/local/bin:/usr/bin:/bin';

const SHELL_FILES: readonly LayerItem[] = [
  ...['bin', 'dev', 'etc', 'home', 'opt', 'proc', 'run', 'srv', 'sys', 'usr', 'usr/local', 'usr/local/bin', 'var'].map(
    (path): LayerItem => ({ path, type: 'directory', mode: 0o755 }),
  ),
  { path: 'root', type: 'directory', mode: 0o700 },
  { path: 'tmp', type: 'directory', mode: 0o1777 },
  { path: 'var/tmp', type: 'directory', mode: 0o1777 },
  { path: 'sbin', type: 'symlink', target: 'bin' },
  // Scripts begin with #!/usr/bin/env.
  { path: 'usr/bin', type: 'symlink', target: '../bin' },
  {
    path: 'etc/passwd',
    type: 'text',
    mode: 0o644,
    text: 'root:x:0:0:root:/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n',
  },
  { path: 'etc/group', type: 'text', mode: 0o644, text: 'root:x:0:\nnode:x:1000:\nnogroup:x:65534:\n' },
  { path: 'etc/hosts', type: 'text', mode: 0o644, text: '127.0.0.1 localhost\n::1 localhost\n' },
  { path: 'etc/nsswitch.conf', type: 'text', mode: 0o644, text: 'passwd: files\ngroup: files\nhosts: files dns\n' },
  { path: 'home/node', type: 'directory', mode: 0o755 },
];

/**
 * Makes `kubemin/shell` from programs of this machine: busybox where it is installed, else sh and coreutils, each with
 * the libraries it needs. Nothing is made when the store has it from the same files. No network is used.
 */
export async function makeShellImage(store: ImageStore, options: ShellImageOptions): Promise<StoredImage> {
  const items = await shellItems(options.directories);
  return storeBaseImage(store, [`${SHELL_IMAGE}:latest`], [items], { cmd: ['/bin/sh'] });
}

/** Makes `kubemin/pause`: a shell that waits, and takes over processes whose parent has ended. */
export async function makePauseImage(store: ImageStore, { directories }: ShellImageOptions): Promise<StoredImage> {
  const programs: InstalledProgram[] = [];
  for (const name of ['sh', 'sleep']) {
    const source = await findProgram(name, directories);
    if (source === undefined)
      throw new ImageError('BASE_IMAGE_FAILED', imageMessages.noShell({ directories: directories.join(':') }));
    programs.push({ source, path: `bin/${name}` });
  }
  const cmd = ['/bin/sh', '-c', 'trap "exit 0" TERM INT; while :; do /bin/sleep 2147483 & wait $!; done'];
  return storeBaseImage(store, [`${PAUSE_IMAGE}:latest`], [await programItems(programs)], { cmd });
}

/** Makes `kubemin/node`: the shell image, with the given Node program and the libraries it needs. */
export async function makeNodeImage(store: ImageStore, options: NodeImageOptions): Promise<StoredImage> {
  const node = await programItems([{ source: options.nodePath, path: 'usr/local/bin/node' }]);
  const shell = await shellItems(options.directories);
  const present = new Set(shell.map(({ path }) => path));
  const version = options.nodeVersion.replace(/^v/, '');
  return storeBaseImage(
    store,
    [`${NODE_IMAGE}:latest`, `${NODE_IMAGE}:${version.split('.')[0]}`],
    [shell, node.filter(({ path }) => !present.has(path))],
    { cmd: ['node'], env: [{ name: 'NODE_VERSION', value: version }] },
  );
}

/**
 * Makes `kubemin/python`: the shell image, with the Python of this machine, its standard library and what both are linked to.
 * Rejects where there is none.
 */
export async function makePythonImage(store: ImageStore, { directories }: ShellImageOptions): Promise<StoredImage> {
  const python = await findPython(directories);
  const shell = await shellItems(directories);
  const present = new Set(shell.map(({ path }) => path));
  const library = await libraryItems(python.library);
  const modules = library.flatMap((item) => (item.type === 'copy' && item.path.endsWith('.so') ? [item.source] : []));
  const programs = await programItems(
    [{ source: python.program, path: `usr/local/bin/python${python.version}` }],
    await findProgram('sh', directories),
    modules,
  );
  const links = ['python3', 'python'].map(
    (name): LayerItem => ({ path: `usr/local/bin/${name}`, type: 'symlink', target: `python${python.version}` }),
  );
  const layer = [...programs.filter(({ path }) => !present.has(path)), ...library, ...links];
  return storeBaseImage(store, [`${PYTHON_IMAGE}:latest`, `${PYTHON_IMAGE}:${python.version}`], [shell, layer], {
    cmd: ['python3'],
    // Where the library is in the image, whatever the program was built with.
    env: [
      { name: 'PYTHONHOME', value: '/usr/local' },
      { name: 'PYTHONDONTWRITEBYTECODE', value: '1' },
    ],
  });
}

interface InstalledPython {
  readonly program: string;
  /** `3.11` */
  readonly version: string;
  /** The directory of the standard library. */
  readonly library: string;
}

const DESCRIBE_PYTHON =
  'import sys,sysconfig,json;' +
  'print(json.dumps([sys.executable,"%d.%d"%sys.version_info[:2],sysconfig.get_path("stdlib")]))';

/** A script of a version manager may stand in front of the program. */
async function findPython(directories: readonly string[]): Promise<InstalledPython> {
  const found = await findProgram('python3', directories);
  if (found === undefined) {
    throw new ImageError('BASE_IMAGE_FAILED', imageMessages.noPython({ directories: directories.join(':') }));
  }
  const described: unknown = JSON.parse(await runProgram(found, ['-I', '-c', DESCRIBE_PYTHON]));
  const [program, version, library] = Array.isArray(described) ? described.map(String) : [];
  if (program === undefined || version === undefined || library === undefined) {
    throw new ImageError('BASE_IMAGE_FAILED', imageMessages.foreignProgram({ program: found }));
  }
  return { program: await realpath(program), version, library };
}

/** Parts of the library that nothing but Python itself needs, or that are compiled again. */
const LEFT_OUT =
  /(?:^|\/)(?:__pycache__|site-packages|dist-packages|test|tests|idlelib|turtledemo|tkinter|config-[^/]*)(?:\/|$)|\.a$/;

async function libraryItems(library: string): Promise<readonly LayerItem[]> {
  const root = await realpath(library);
  const target = `usr/local/lib/${basename(library)}`;
  const items: LayerItem[] = [{ path: target, type: 'directory', mode: 0o755 }];
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const source = join(entry.parentPath, entry.name);
    const path = relative(root, source);
    if (LEFT_OUT.test(path)) continue;
    if (entry.isDirectory()) items.push({ path: `${target}/${path}`, type: 'directory', mode: 0o755 });
    else if (entry.isFile() || entry.isSymbolicLink()) {
      const { size, isFile } = await describeFile(source);
      if (isFile) items.push({ path: `${target}/${path}`, type: 'copy', mode: 0o644, source, size });
    }
  }
  return items.sort((one, other) => (one.path < other.path ? -1 : 1));
}

async function describeFile(path: string): Promise<{ readonly size: number; readonly isFile: boolean }> {
  // A link may lead nowhere.
  const found = await stat(path).catch(() => undefined);
  return { size: found?.size ?? 0, isFile: found?.isFile() ?? false };
}

/**
 * The shell of this machine as `/bin/sh` for a layer over a base image. A shell of busybox runs its own programs in place of
 * those in PATH, which images with programs of the same names cannot have. Nothing where there is no other shell.
 */
export async function plainShellItems({ directories }: ShellImageOptions): Promise<readonly LayerItem[]> {
  const shell = await findProgram('sh', directories);
  if (shell === undefined || basename(await realpath(shell)).startsWith('busybox')) return [];
  return programItems([{ source: shell, path: 'bin/sh' }]);
}

async function storeBaseImage(
  store: ImageStore,
  references: readonly string[],
  layers: readonly (readonly LayerItem[])[],
  settings: Partial<ImageConfig>,
): Promise<StoredImage> {
  const env = [{ name: 'PATH', value: PATH }, ...(settings.env ?? [])];
  return makeImage(store, { references, layers, config: { ...settings, env } });
}

async function shellItems(directories: readonly string[]): Promise<readonly LayerItem[]> {
  const items: LayerItem[] = [...SHELL_FILES];
  const busybox = await findProgram('busybox', directories);
  if (busybox === undefined) {
    const shell = await findProgram('sh', directories);
    if (shell === undefined)
      throw new ImageError('BASE_IMAGE_FAILED', imageMessages.noShell({ directories: directories.join(':') }));
    const programs: InstalledProgram[] = [];
    for (const name of SHELL_PROGRAMS) {
      const source = await findProgram(name, directories);
      if (source !== undefined) programs.push({ source, path: `bin/${name}` });
    }
    items.push(...(await programItems(programs, shell)));
  } else {
    items.push(...(await programItems([{ source: busybox, path: 'bin/busybox' }])));
    const applets = (await runProgram(busybox, ['--list'])).split(/\s+/).filter((name) => /^[\w.[-]+$/.test(name));
    for (const name of applets) {
      if (name !== 'busybox') items.push({ path: `bin/${name}`, type: 'symlink', target: 'busybox' });
    }
  }
  if (await isReadable(CERTIFICATES)) items.push(await copyItem(CERTIFICATES, CERTIFICATES.slice(1), 0o644));
  return items;
}

interface InstalledProgram {
  readonly source: string;
  /** In the image. */
  readonly path: string;
}

/** Programs of this machine, with their loaders and libraries, and those of modules that they load. Static programs and scripts have none of these. */
async function programItems(
  programs: readonly InstalledProgram[],
  shell?: string,
  modules: readonly string[] = [],
): Promise<readonly LayerItem[]> {
  const items: LayerItem[] = [];
  const byLoader = new Map<string, string[]>();
  for (const { source, path } of programs) {
    items.push(await copyItem(source, path, 0o755));
    const loader = await elfInterpreter(
      source,
      () => new ImageError('BASE_IMAGE_FAILED', imageMessages.foreignProgram({ program: source })),
    );
    if (loader !== undefined) byLoader.set(loader, [...(byLoader.get(loader) ?? []), await realpath(source)]);
  }
  for (const [loader, dynamic] of byLoader) {
    items.push(await copyItem(loader, loader.slice(1), 0o755));
    for (const { source, path } of await findLibraries(loader, [...dynamic, ...modules], shell)) {
      if (path !== loader) items.push(await copyItem(source, path.slice(1), 0o755));
    }
  }
  return items;
}

/** What the loader would load. With a shell all programs take one process of ours, which is ten times faster. */
async function findLibraries(
  loader: string,
  programs: readonly string[],
  shell: string | undefined,
): Promise<readonly InstalledProgram[]> {
  const listed =
    shell === undefined
      ? (await Promise.all(programs.map((program) => runProgram(loader, ['--list', program])))).join('')
      : await runProgram(shell, ['-c', 'for p in "$@"; do "$0" --list "$p" || exit; done', loader, ...programs]);
  const missing = /^\s*(\S+) => not found/m.exec(listed)?.[1];
  if (missing !== undefined) {
    throw new ImageError(
      'BASE_IMAGE_FAILED',
      imageMessages.missingLibrary({ library: missing, programs: programs.join(' or ') }),
    );
  }
  const libraries = new Set([...listed.matchAll(/=> (\/\S+)/g)].map(([, library = '']) => library));
  const standard = dirname([...libraries].find((library) => basename(library).startsWith('libc.')) ?? loader);
  for (const name of LOADED_LIBRARIES) {
    if (await isReadable(join(standard, name))) libraries.add(join(standard, name));
  }
  // The loader of the image has no list of other directories.
  return [...libraries].map((source) => ({
    source,
    path: LIBRARY_DIRECTORIES.test(source) ? source : join(standard, basename(source)),
  }));
}

/** The content behind links, which an image must not depend on. */
async function copyItem(file: string, path: string, mode: number): Promise<LayerItem> {
  try {
    const source = await realpath(file);
    return { path, type: 'copy', mode, source, size: (await stat(source)).size };
  } catch (cause) {
    throw new ImageError('BASE_IMAGE_FAILED', imageMessages.unreadableFile({ path: file }), cause);
  }
}

async function findProgram(name: string, directories: readonly string[]): Promise<string | undefined> {
  for (const directory of directories.filter(isAbsolute)) {
    const path = join(directory, name);
    if ((await isReadable(path, constants.X_OK | constants.R_OK)) && (await stat(path)).isFile()) return path;
  }
  return undefined;
}

async function isReadable(path: string, mode = constants.R_OK): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}

async function runProgram(program: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { env: {}, maxBuffer: 1024 * 1024, timeout: 30_000 });
    return stdout;
  } catch (cause) {
    throw new ImageError(
      'BASE_IMAGE_FAILED',
      imageMessages.programFailed({ program, arguments: args.join(' ') }),
      cause,
    );
  }
}
