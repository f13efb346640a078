import { lstat, readdir, readFile } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import type { Message } from '@kubemin/base/message';
import { packArchive } from '@kubemin/functions';
import { toDnsLabel } from '@kubemin/model';
import { functionMessages } from '../messages/index.ts';
import { CliError, type CommandContext, ExitCode, failureReason } from '../terminal/index.ts';

/** The file beside the code that lists what is not part of it, as `.dockerignore` does. */
const IGNORE_FILE = '.kubeminignore';

/** Never part of the code: dependencies are installed where the function is built. */
const ALWAYS_IGNORED = ['.git', '**/.git', 'node_modules', '**/node_modules', '**/__pycache__', '.venv', IGNORE_FILE];

/** Archives are stored as they are. */
const ARCHIVE = /\.(?:tar\.gz|tgz|zip)$/i;

/** The entry files of each runtime, in the order in which they are looked for. */
const ENTRIES: Readonly<Record<string, readonly string[]>> = {
  node: ['index.ts', 'index.js', 'index.mjs', 'func.ts', 'func.js', 'func.mjs'],
  python: ['func.py'],
};

/** The runtime of single files by their extensions. */
const RUNTIMES: Readonly<Record<string, string>> = {
  '.js': 'node',
  '.mjs': 'node',
  '.ts': 'node',
  '.mts': 'node',
  '.py': 'python',
};

/** The code of a function as it is stored. */
export interface FunctionCode {
  /** Made from the name of the directory or file. */
  readonly name: string;
  readonly runtime: string;
  /** Undefined where the runtime finds it by its usual name. */
  readonly entry: string | undefined;
  /** An archive: tar.gz, or zip where the user gave one. The same files give the same bytes. */
  readonly bytes: Uint8Array;
  /** How many files are in it; undefined for an archive of the user. */
  readonly files: number | undefined;
}

/** What the user stated about code. */
export interface CodeOptions {
  readonly name: string | undefined;
  readonly runtime: string | undefined;
  readonly entry: string | undefined;
}

/** The content of files by their paths. */
type CodeFiles = ReadonlyMap<string, Uint8Array>;

/** Reads code from a directory, a file or an archive, and finds out its runtime. */
export async function readFunctionCode(
  { cwd }: Pick<CommandContext, 'cwd'>,
  path: string,
  options: CodeOptions,
): Promise<FunctionCode> {
  const place = resolve(cwd, path);
  const name = chooseName(place, path, options.name);
  const isDirectory = (await readPlace(path, () => lstat(place))).isDirectory();
  if (!isDirectory && ARCHIVE.test(place)) {
    const { runtime, entry } = options;
    if (runtime === undefined) throw unknownRuntime(path);
    return { name, runtime, entry, bytes: await readPlace(path, () => readFile(place)), files: undefined };
  }
  const files = isDirectory ? await readDirectory(place, path) : await readSingle(place, path);
  const single = isDirectory ? undefined : basename(place);
  const { runtime, entry } = detectRuntime([...files.keys()], { ...options, entry: options.entry ?? single, path });
  return { name, runtime, entry, bytes: packArchive(files), files: files.size };
}

function chooseName(place: string, path: string, given: string | undefined): string {
  if (given !== undefined) return given;
  const name = toDnsLabel(
    basename(place)
      .replace(ARCHIVE, '')
      .replace(/\.\w+$/, ''),
  );
  if (name !== undefined && name !== '') return name;
  throw invalid('FUNCTION_NAMELESS', functionMessages.noName({ path }), functionMessages.giveName);
}

interface RuntimeQuestion extends CodeOptions {
  readonly path: string;
}

function detectRuntime(
  files: readonly string[],
  { runtime, entry, path }: RuntimeQuestion,
): { readonly runtime: string; readonly entry: string | undefined } {
  if (entry !== undefined) {
    if (!files.includes(entry)) {
      throw invalid('FUNCTION_ENTRY_MISSING', functionMessages.noEntry({ entry, path }), functionMessages.nameEntry);
    }
    const byExtension = runtime ?? RUNTIMES[extname(entry)];
    if (byExtension === undefined) throw unknownRuntime(path);
    return { runtime: byExtension, entry };
  }
  if (runtime !== undefined) return { runtime, entry: undefined };
  const [found] = Object.entries(ENTRIES).find(([, names]) => names.some((each) => files.includes(each))) ?? [];
  if (found !== undefined) return { runtime: found, entry: undefined };
  // One file alone needs no usual name.
  const [only, ...others] = files.filter((file) => RUNTIMES[extname(file)] !== undefined);
  const guessed = only === undefined || others.length > 0 ? undefined : RUNTIMES[extname(only)];
  if (guessed === undefined) throw unknownRuntime(path);
  return { runtime: guessed, entry: only };
}

async function readSingle(place: string, path: string): Promise<CodeFiles> {
  return new Map([[basename(place), await readPlace(path, () => readFile(place))]]);
}

async function readDirectory(place: string, path: string): Promise<CodeFiles> {
  // Loaded on demand: the package of nodes is large.
  const { parseIgnoreFile } = await import('@kubemin/node');
  const ignored = parseIgnoreFile([...ALWAYS_IGNORED, await readIgnoreFile(place)].join('\n'));
  const files = new Map(await readPlace(path, () => readBelow(place, '', ignored)));
  if (files.size > 0) return files;
  throw invalid('FUNCTION_EMPTY', functionMessages.noFiles({ path }), functionMessages.addHandler);
}

async function readIgnoreFile(place: string): Promise<string> {
  return readFile(join(place, IGNORE_FILE), 'utf8').catch(() => '');
}

async function readBelow(
  root: string,
  below: string,
  isIgnored: (path: string) => boolean,
): Promise<readonly (readonly [path: string, bytes: Uint8Array])[]> {
  const files: (readonly [path: string, bytes: Uint8Array])[] = [];
  for (const name of await readdir(join(root, below))) {
    const path = below === '' ? name : `${below}/${name}`;
    if (isIgnored(path)) continue;
    const place = join(root, path);
    const found = await lstat(place);
    if (found.isDirectory()) files.push(...(await readBelow(root, path, isIgnored)));
    else if (found.isFile()) files.push([path, await readFile(place)]);
    else throw invalid('FUNCTION_FILE', functionMessages.unsupportedFile({ path }), functionMessages.leaveOut);
  }
  return files;
}

async function readPlace<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    throw new CliError(functionMessages.unreadable({ path, why: failureReason(cause) }), {
      code: 'FUNCTION_UNREADABLE',
      exitCode: ExitCode.usage,
      hint: functionMessages.checkPath,
      cause,
    });
  }
}

function unknownRuntime(path: string): CliError {
  return invalid('FUNCTION_RUNTIME_UNKNOWN', functionMessages.unknownRuntime({ path }), functionMessages.nameRuntime);
}

function invalid(code: string, text: Message, hint: Message): CliError {
  return new CliError(text, { code, exitCode: ExitCode.invalid, hint });
}
