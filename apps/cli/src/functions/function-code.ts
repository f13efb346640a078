import { lstat, readdir, readFile } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Message } from '@kubemin/base/message';
import { toDnsLabel } from '@kubemin/model';
import { parseIgnoreFile, writeTar } from '@kubemin/node';
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

interface CodeFile {
  readonly path: string;
  readonly mode: number;
  readonly bytes: Uint8Array;
}

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
  const files = isDirectory ? await readDirectory(place, path) : [await readSingle(place, path)];
  const single = isDirectory ? undefined : files[0]?.path;
  const { runtime, entry } = detectRuntime(
    files.map((file) => file.path),
    { ...options, entry: options.entry ?? single, path },
  );
  return { name, runtime, entry, bytes: await packFiles(files), files: files.length };
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

async function readSingle(place: string, path: string): Promise<CodeFile> {
  const bytes = await readPlace(path, () => readFile(place));
  return { path: basename(place), mode: 0o644, bytes };
}

async function readDirectory(place: string, path: string): Promise<readonly CodeFile[]> {
  const ignored = parseIgnoreFile([...ALWAYS_IGNORED, await readIgnoreFile(place)].join('\n'));
  const files = await readPlace(path, () => readBelow(place, '', ignored));
  if (files.length > 0) return files;
  throw invalid('FUNCTION_EMPTY', functionMessages.noFiles({ path }), functionMessages.addHandler);
}

async function readIgnoreFile(place: string): Promise<string> {
  return readFile(join(place, IGNORE_FILE), 'utf8').catch(() => '');
}

async function readBelow(
  root: string,
  below: string,
  isIgnored: (path: string) => boolean,
): Promise<readonly CodeFile[]> {
  const files: CodeFile[] = [];
  for (const name of (await readdir(join(root, below))).toSorted()) {
    const path = below === '' ? name : `${below}/${name}`;
    if (isIgnored(path)) continue;
    const place = join(root, path);
    const found = await lstat(place);
    if (found.isDirectory()) files.push(...(await readBelow(root, path, isIgnored)));
    else if (found.isFile()) files.push({ path, mode: found.mode & 0o755, bytes: await readFile(place) });
    else throw invalid('FUNCTION_FILE', functionMessages.unsupportedFile({ path }), functionMessages.leaveOut);
  }
  return files;
}

async function packFiles(files: readonly CodeFile[]): Promise<Uint8Array> {
  const entries = files.map(({ path, mode, bytes }) => ({
    ...{ name: path, type: 'file' as const, mode, size: bytes.length, mtime: 0, linkName: '' },
    content: [bytes],
  }));
  const parts: Uint8Array[] = [];
  for await (const part of writeTar(entries)) parts.push(part);
  return gzipSync(Buffer.concat(parts), { level: 9 });
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
