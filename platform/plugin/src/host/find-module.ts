import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRecord, TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { pluginMessages } from '../messages/index.ts';

/** Where a plug-in is. */
export interface PluginModule {
  /** As the operator wrote it. */
  readonly source: string;
  /** The address of its module. */
  readonly module: string;
}

const ENTRY_FILES = ['index.js', 'index.mjs', 'index.ts'];

/**
 * Finds the module of a plug-in: of a directory or file, relative to `cwd`, or of a package in the node_modules of `cwd` or
 * of a directory above. Rejects with a TerminalError that states what was looked for.
 */
export async function findPluginModule(source: string, cwd: string): Promise<PluginModule> {
  const path = resolve(cwd, source);
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return { source, module: pathToFileURL(path).href };
  const directory = existsSync(path) ? path : findPackage(source, cwd);
  if (directory === undefined) throw invalid(pluginMessages.notFound({ source, directory: cwd }));
  const file = await manifestEntry(directory);
  const entry = file ?? ENTRY_FILES.find((each) => existsSync(join(directory, each)));
  if (entry === undefined) throw invalid(pluginMessages.noModule({ directory }));
  if (!existsSync(join(directory, entry))) throw invalid(pluginMessages.moduleMissing({ directory, file: entry }));
  return { source, module: pathToFileURL(join(directory, entry)).href };
}

function findPackage(name: string, cwd: string): string | undefined {
  if (!/^(@[\w.-]+\/)?[\w.-]+$/.test(name)) return undefined;
  for (let directory = resolve(cwd); ; directory = dirname(directory)) {
    const candidate = join(directory, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (directory === dirname(directory)) return undefined;
  }
}

async function manifestEntry(directory: string): Promise<string | undefined> {
  const file = join(directory, 'package.json');
  if (!existsSync(file)) return undefined;
  const manifest = parseManifest(await readFile(file, 'utf8'), directory);
  if (!isRecord(manifest)) return undefined;
  const { exports, main } = manifest;
  const root = isRecord(exports) && '.' in exports ? exports['.'] : exports;
  return conditionalEntry(root) ?? (typeof main === 'string' ? main : undefined);
}

/** The first that an import takes. */
function conditionalEntry(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry;
  if (!isRecord(entry)) return undefined;
  const taken = Object.entries(entry).find(([condition]) => ['node', 'import', 'default'].includes(condition));
  return taken === undefined ? undefined : conditionalEntry(taken[1]);
}

function parseManifest(text: string, directory: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(pluginMessages.manifestInvalid({ directory }));
  }
}

function invalid(message: Message): TerminalError {
  return new TerminalError(message, { code: 'PLUGIN_NOT_FOUND' });
}
