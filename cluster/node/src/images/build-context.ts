import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { buildMessages } from '../messages/index.ts';
import { ImageError, systemErrorCode } from './image-error.ts';
import type { LayerItem } from './layer-builder.ts';
import { resolveInRoot, splitPath } from './root-path.ts';

/** A file, link or directory of the context; `inner` is its path below the source that was asked for, empty for itself. */
export interface ContextEntry {
  readonly inner: string;
  /** Its place in a layer is chosen by the caller. */
  readonly item: LayerItem;
}

export interface ContextSource {
  /** The last part of its path. */
  readonly name: string;
  readonly isDirectory: boolean;
  /** A file alone, or all that is below a directory. */
  readonly entries: readonly ContextEntry[];
}

/** The directory that a Dockerfile copies from, without what `.dockerignore` excludes. Nothing outside is read. */
export class BuildContext {
  readonly #directory: string;
  readonly #isIgnored: (path: string) => boolean;
  readonly #hasExceptions: boolean;

  private constructor(directory: string, ignore: string) {
    this.#directory = directory;
    this.#isIgnored = parseIgnoreFile(ignore);
    this.#hasExceptions = /^\s*!/m.test(ignore);
  }

  static async open(directory: string): Promise<BuildContext> {
    return new BuildContext(directory, await readOptional(join(directory, '.dockerignore')));
  }

  /** Sources by a path or a pattern (`*`, `?`, `[a-z]`), sorted. Throws an ImageError `BUILD_FAILED` when there are none. */
  async find(source: string): Promise<readonly ContextSource[]> {
    if (splitPath(source).includes('..')) {
      throw new ImageError('BUILD_FAILED', buildMessages.outsideContext({ path: JSON.stringify(source) }));
    }
    const paths = /[*?[]/.test(source) ? await this.#match(splitPath(source)) : [splitPath(source).join('/')];
    if (paths.length === 0)
      throw new ImageError('BUILD_FAILED', buildMessages.noSources({ pattern: JSON.stringify(source) }));
    return Promise.all(paths.map((path) => this.#read(path)));
  }

  async #match(parts: readonly string[]): Promise<readonly string[]> {
    let found = [''];
    for (const part of parts) {
      const matches = patternToRegExp(part);
      const next: string[] = [];
      for (const parent of found) {
        const at = join(this.#directory, await resolveInRoot(this.#directory, parent, 'BUILD_FAILED'));
        const names = await readdir(at).catch(emptyIfNoDirectory);
        next.push(
          ...names.filter((name) => matches.test(name)).map((name) => (parent === '' ? name : `${parent}/${name}`)),
        );
      }
      found = next.sort();
    }
    return found.filter((path) => !this.#isIgnored(path));
  }

  async #read(path: string): Promise<ContextSource> {
    const missing = new ImageError('BUILD_FAILED', buildMessages.notInContext({ path: JSON.stringify(`/${path}`) }));
    // The source itself is followed when it is a link; links below it are copied as links.
    const resolved = await resolveInRoot(this.#directory, path, 'BUILD_FAILED');
    if (this.#isIgnored(path) && !(this.#hasExceptions && (await this.#isDirectory(resolved)))) throw missing;
    const name = splitPath(path).at(-1) ?? '';
    if (!(await this.#isDirectory(resolved))) {
      const item = await this.#item(resolved).catch((error: unknown) => {
        throw systemErrorCode(error) === 'ENOENT' || systemErrorCode(error) === 'ENOTDIR' ? missing : error;
      });
      return { name, isDirectory: false, entries: [{ inner: '', item }] };
    }
    return { name, isDirectory: true, entries: await this.#walk(resolved, '') };
  }

  async #walk(base: string, inner: string): Promise<readonly ContextEntry[]> {
    const entries: ContextEntry[] = [];
    const at = [base, inner].filter((part) => part !== '').join('/');
    for (const name of (await readdir(join(this.#directory, at))).sort()) {
      const path = at === '' ? name : `${at}/${name}`;
      const below = inner === '' ? name : `${inner}/${name}`;
      const ignored = this.#isIgnored(path);
      // Exceptions may bring back what is below a directory that is excluded.
      if (ignored && !this.#hasExceptions) continue;
      const isDirectory = await this.#isDirectory(path);
      const inside = isDirectory ? await this.#walk(base, below) : [];
      if (!ignored || inside.length > 0) entries.push({ inner: below, item: await this.#item(path) }, ...inside);
    }
    return entries;
  }

  async #isDirectory(path: string): Promise<boolean> {
    const found = await lstat(join(this.#directory, path)).catch(() => undefined);
    return found?.isDirectory() === true;
  }

  async #item(path: string): Promise<LayerItem> {
    const source = join(this.#directory, path);
    const found = await lstat(source);
    const mode = found.mode & 0o777;
    if (found.isDirectory()) return { path, type: 'directory', mode };
    if (found.isSymbolicLink()) return { path, type: 'symlink', target: await readlink(source) };
    if (found.isFile()) return { path, type: 'copy', mode, source, size: found.size };
    throw new ImageError('BUILD_FAILED', buildMessages.unsupportedFile({ path: JSON.stringify(`/${path}`) }));
  }
}

/** Whether a path is excluded by the rules of a `.dockerignore`: the last pattern that matches it or a parent decides. */
export function parseIgnoreFile(text: string): (path: string) => boolean {
  const rules = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const isException = line.startsWith('!');
      const parts = splitPath((isException ? line.slice(1) : line).trim());
      return { isException, pattern: patternToRegExp(parts.join('/'), '(?:/.*)?') };
    });
  return (path) => {
    let ignored = false;
    for (const { isException, pattern } of rules) {
      if (ignored === isException && pattern.test(path)) ignored = !isException;
    }
    return ignored;
  };
}

/** A pattern of Go's filepath.Match, with `**` for any number of directories. */
function patternToRegExp(pattern: string, ending = ''): RegExp {
  let source = '';
  for (let at = 0; at < pattern.length; at += 1) {
    const rest = pattern.slice(at);
    const [set] = /^\[\^?[^\]/]+\]/.exec(rest) ?? [];
    if (rest.startsWith('**/')) {
      source += '(?:.*/)?';
      at += 2;
    } else if (rest.startsWith('**')) {
      source += '.*';
      at += 1;
    } else if (rest[0] === '*') source += '[^/]*';
    else if (rest[0] === '?') source += '[^/]';
    else if (set !== undefined) {
      source += set.replace(/\\/g, '\\\\').replace(/(?<=.)\[/g, '\\[');
      at += set.length - 1;
    } else if (rest[0] === '\\' && rest.length > 1) {
      source += escapeRegExp(rest[1] ?? '');
      at += 1;
    } else source += escapeRegExp(rest[0] ?? '');
  }
  try {
    return new RegExp(`^${source}${ending}$`, 's');
  } catch (cause) {
    throw new ImageError('BUILD_FAILED', buildMessages.invalidPattern({ pattern: JSON.stringify(pattern) }), cause);
  }
}

function escapeRegExp(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

async function readOptional(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return '';
    throw error;
  }
}

function emptyIfNoDirectory(error: unknown): string[] {
  if (systemErrorCode(error) === 'ENOTDIR' || systemErrorCode(error) === 'ENOENT') return [];
  throw error;
}
