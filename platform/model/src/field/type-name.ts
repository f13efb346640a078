import { isRecord } from '@kubemin/base';
import { foldKey } from './key-index.ts';

/** The word an object of the input gives for its type, whichever of `keys` it uses and however that is spelled. */
export function readTypeName(input: unknown, keys: readonly string[]): string | undefined {
  if (!isRecord(input)) return undefined;
  const spellings = keys.map(foldKey);
  const entries = Object.entries(input).filter(([key]) => spellings.includes(foldKey(key)));
  const value = entries.find(([, candidate]) => typeof candidate === 'string')?.[1];
  return typeof value === 'string' ? value.trim() : undefined;
}
