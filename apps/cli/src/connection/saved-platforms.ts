import { contextMessages } from '../messages/index.ts';
import { CliError, type ConfigDirectory, ExitCode, readPrivateJson, writePrivateJson } from '../terminal/index.ts';

/** A platform under a name: one with an address, or one of a data directory of this machine. */
export type SavedPlatform =
  | { readonly name: string; readonly kind: 'address'; readonly url: string; readonly token?: string | undefined }
  | { readonly name: string; readonly kind: 'directory'; readonly dataDir: string };

/** All saved platforms, by name. */
export async function readSavedPlatforms({ platforms }: ConfigDirectory): Promise<readonly SavedPlatform[]> {
  const found = await readPrivateJson(platforms);
  if (found.kind === 'absent') return [];
  if (found.kind === 'value' && Array.isArray(found.value) && found.value.every(isSavedPlatform)) return found.value;
  const why = found.kind === 'damaged' ? found.why : contextMessages.notAList;
  throw new CliError(contextMessages.damaged({ file: platforms, why }), {
    code: 'CONTEXTS_DAMAGED',
    exitCode: ExitCode.failed,
    hint: contextMessages.fixFile({ file: platforms }),
  });
}

/** The saved platform of a name. */
export async function savedPlatform(directory: ConfigDirectory, name: string): Promise<SavedPlatform> {
  const all = await readSavedPlatforms(directory);
  const found = all.find((each) => each.name === name);
  if (found !== undefined) return found;
  const names = all.map((each) => each.name).join(', ');
  throw new CliError(contextMessages.notFound({ name }), {
    code: 'CONTEXT_NOT_FOUND',
    exitCode: ExitCode.notFound,
    hint: all.length === 0 ? contextMessages.noneSaved : contextMessages.thereAre({ names }),
  });
}

/** Stores a platform under its name, in place of the one that had the name. */
export async function savePlatform(directory: ConfigDirectory, platform: SavedPlatform): Promise<void> {
  const others = (await readSavedPlatforms(directory)).filter(({ name }) => name !== platform.name);
  const all = [...others, platform].sort((a, b) => a.name.localeCompare(b.name));
  await writePrivateJson(directory.platforms, all);
}

/** Forgets a platform. */
export async function forgetPlatform(directory: ConfigDirectory, name: string): Promise<void> {
  const rest = (await readSavedPlatforms(directory)).filter((each) => each.name !== name);
  await writePrivateJson(directory.platforms, rest);
}

function isSavedPlatform(value: unknown): value is SavedPlatform {
  if (typeof value !== 'object' || value === null || !('name' in value) || typeof value.name !== 'string') return false;
  if (!('kind' in value)) return false;
  if (value.kind === 'directory') return 'dataDir' in value && typeof value.dataDir === 'string';
  const tokenFits = !('token' in value) || typeof value.token === 'string';
  return value.kind === 'address' && 'url' in value && typeof value.url === 'string' && tokenFits;
}

/** The URL of a platform as typed, without a trailing slash. */
export function readPlatformUrl(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return text.replace(/\/+$/, '');
  throw new CliError(contextMessages.urlWrong({ text }), {
    code: 'URL_INVALID',
    exitCode: ExitCode.usage,
    hint: contextMessages.urlLike,
  });
}
