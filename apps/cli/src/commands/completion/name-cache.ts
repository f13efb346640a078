import { join } from 'node:path';
import type { Candidate } from '../../command/index.ts';
import { type CommandContext, readPrivateJson, writePrivateJson } from '../../terminal/index.ts';

/** Names as they were, and how long ago. */
export interface KeptNames {
  readonly ageMs: number;
  readonly candidates: readonly Candidate[];
}

/** Caches the results of the last few requests. */
export interface NameCache {
  read(key: string): Promise<KeptNames | undefined>;
  write(key: string, candidates: readonly Candidate[]): Promise<void>;
}

interface Entry {
  readonly key: string;
  readonly at: number;
  readonly candidates: readonly Candidate[];
}

const MOST = 8;

/** The cache of this user, in `$XDG_CACHE_HOME/kubemin`, else `~/.cache/kubemin`. */
export function nameCache({ env, homeDirectory, clock }: CommandContext): NameCache {
  const file = join(env.XDG_CACHE_HOME || join(homeDirectory, '.cache'), 'kubemin', 'names.json');
  const entries = async (): Promise<readonly Entry[]> => {
    const found = await readPrivateJson(file);
    return found.kind === 'value' && Array.isArray(found.value) ? found.value.filter(isEntry) : [];
  };
  return {
    read: async (key) => {
      const entry = (await entries()).find((each) => each.key === key);
      return entry && { ageMs: clock.now() - entry.at, candidates: entry.candidates };
    },
    write: async (key, candidates) => {
      const others = (await entries()).filter((each) => each.key !== key);
      await writePrivateJson(file, [{ key, at: clock.now(), candidates }, ...others].slice(0, MOST));
    },
  };
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false;
  if (!('key' in value && 'at' in value && 'candidates' in value)) return false;
  return typeof value.key === 'string' && typeof value.at === 'number' && isCandidates(value.candidates);
}

function isCandidates(value: unknown): value is readonly Candidate[] {
  return (
    Array.isArray(value) &&
    value.every((each) => typeof each === 'object' && each !== null && 'text' in each && 'about' in each)
  );
}
