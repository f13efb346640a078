import { isRecord, ownEntry, ProgrammingError } from '@kubemin/base';
import * as z from 'zod';
import type { PluginCall } from '../description/index.ts';
import { isZodSchema } from './describe-plugin.ts';

type Entry = Readonly<Record<string, unknown>>;

/** Where the entries of a call stand in the plug-in, and which schema its data has. */
const KINDS: Readonly<Record<string, { readonly list: string; readonly schema?: string }>> = {
  trait: { list: 'traits', schema: 'schema' },
  type: { list: 'componentTypes', schema: 'properties' },
  job: { list: 'jobTypes' },
  step: { list: 'stepTypes', schema: 'schema' },
  gateway: { list: 'gateways' },
  notifier: { list: 'notifiers' },
};

/** A function of the plug-in, found by name, and how its data is read. */
export interface EntryFunction {
  readonly name: string;
  /** Undefined when the entry does not have it. */
  readonly invoke: ((...args: readonly unknown[]) => unknown) | undefined;
  /** Reads data by the schema of the entry. */
  read(data: unknown): Reading;
}

/** Data as the schema returns it, or why it does not accept it. */
export type Reading =
  | { readonly kind: 'read'; readonly data: unknown }
  | { readonly kind: 'refused'; readonly issues: readonly Issue[] };

export interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Finds what a call is about. */
export function entryFunction(plugin: Entry, { function: path, entry: entryName }: PluginCall): EntryFunction {
  const [kind = '', name = ''] = path.split('.');
  const place = ownEntry(KINDS, kind);
  const entries = place === undefined ? undefined : plugin[place.list];
  const entry = isRecord(entries) ? ownEntry(entries, entryName) : undefined;
  if (place === undefined || !isRecord(entry)) {
    throw new ProgrammingError(`the plug-in has no ${path} of "${entryName}"`, 'PLUGIN_ENTRY_UNKNOWN');
  }
  const found = entry[name];
  return {
    name,
    invoke: typeof found === 'function' ? (...args) => Reflect.apply(found, entry, args) : undefined,
    read: (data) => readData(place.schema === undefined ? undefined : entry[place.schema], data),
  };
}

function readData(schema: unknown, data: unknown): Reading {
  if (schema === undefined) return { kind: 'read', data };
  const own = isZodSchema(schema) ? schema : z.fromJSONSchema(isRecord(schema) ? { ...schema } : {});
  const result = own.safeParse(data);
  if (result.success) return { kind: 'read', data: result.data };
  return {
    kind: 'refused',
    issues: result.error.issues.map(({ path, message }) => ({
      path: path.map((step) => (typeof step === 'number' ? step : String(step))),
      message,
    })),
  };
}
