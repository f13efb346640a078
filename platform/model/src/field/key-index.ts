import { isRecord } from '@kubemin/base';
import type * as z from 'zod';
import { unwrapSchema } from './schema-walk.ts';

/** Makes all mechanical spellings of one key equal: camelCase, snake_case, kebab-case, any capitals. */
export function foldKey(key: string): string {
  return key.replaceAll(/[_-]/g, '').toLowerCase();
}

/** Which key of an object schema each accepted spelling stands for. */
export class KeyIndex {
  readonly #byFolded: ReadonlyMap<string, string>;
  readonly names: readonly string[];

  constructor(shape: Readonly<Record<string, z.core.$ZodType>>) {
    const byFolded = new Map<string, string>();
    for (const [key, schema] of Object.entries(shape)) {
      for (const alias of unwrapSchema(schema).hints.aliases ?? []) byFolded.set(foldKey(alias), key);
    }
    // A field's own name always wins over another field's alias.
    for (const key of Object.keys(shape)) byFolded.set(foldKey(key), key);
    this.#byFolded = byFolded;
    this.names = Object.keys(shape);
  }

  canonical(key: string): string | undefined {
    return this.#byFolded.get(foldKey(key));
  }
}

/** The word an object of the input gives for its type, whichever of `keys` it uses and however that is spelled. */
export function readTypeName(input: unknown, keys: readonly string[]): string | undefined {
  if (!isRecord(input)) return undefined;
  const spellings = keys.map(foldKey);
  const entries = Object.entries(input).filter(([key]) => spellings.includes(foldKey(key)));
  const value = entries.find(([, candidate]) => typeof candidate === 'string')?.[1];
  return typeof value === 'string' ? value.trim() : undefined;
}
