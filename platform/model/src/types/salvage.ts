import { isRecord } from '@kubemin/base';
import * as z from 'zod';
import { type DocumentPath, formatPath, type Report } from '../problem/index.ts';
import { validate } from './issue.ts';

interface Target {
  readonly at: DocumentPath;
  readonly report: Report;
}

/**
 * Where list entries stood before faulty ones were taken out of their list. Rules that look at the rest report the
 * places they see; this gives the places the author wrote.
 */
export class OriginalPlaces {
  readonly #indexes = new Map<string, readonly number[]>();
  readonly #removed: string[] = [];

  record(list: DocumentPath, kept: readonly number[]): void {
    this.#indexes.set(formatPath(list), kept);
  }

  /** A field was refused, and left out so that rules can look at the others. */
  recordRemoved(field: DocumentPath): void {
    this.#removed.push(formatPath(field));
  }

  /** A report that translates paths. What rules find about a field that was left out is about its default, not about the document. */
  reportTo(report: Report): Report {
    return (finding) => {
      const path = this.#original(finding.path);
      if (this.#removed.length > 0 && this.#isRemoved(formatPath(path))) return;
      report({ ...finding, path });
    };
  }

  #isRemoved(path: string): boolean {
    return this.#removed.some((each) => path === each || path.startsWith(`${each}.`) || path.startsWith(`${each}[`));
  }

  #original(path: DocumentPath): DocumentPath {
    if (this.#indexes.size === 0) return path;
    return path.map((step, depth) =>
      typeof step === 'number' ? (this.#indexes.get(formatPath(path.slice(0, depth)))?.[step] ?? step) : step,
    );
  }
}

/**
 * Validates a value. What the schema refuses is reported and left out: fields that need not be there, and whole entries of a
 * list where that is not enough. Further rules can look at the rest, so that one fault hides no other.
 */
export function validateEntries<S extends z.ZodType>(
  schema: S,
  value: unknown,
  { at, report, places }: Target & { readonly places: OriginalPlaces },
): z.output<S> | undefined {
  const refused: DocumentPath[] = [];
  const whole = validate(schema, value, {
    at,
    report: (finding) => {
      refused.push(finding.path.slice(at.length));
      report(finding);
    },
  });
  if (whole !== undefined) return whole;
  if (!Array.isArray(value)) return salvage(schema, [{ index: undefined, value, refused }], { at, places });
  const items: readonly unknown[] = value;
  if (refused.some(([index]) => typeof index !== 'number')) return undefined;
  const entries = [...items.entries()].map(([index, item]) => ({
    index,
    value: item,
    refused: refused.filter(([first]) => first === index).map((path) => path.slice(1)),
  }));
  return salvage(schema, entries, { at, places });
}

/** A value, or an entry of a list, with the paths below it that were refused. */
interface Refused {
  readonly index: number | undefined;
  readonly value: unknown;
  readonly refused: readonly DocumentPath[];
}

function salvage<S extends z.ZodType>(
  schema: S,
  entries: readonly Refused[],
  { at, places }: { readonly at: DocumentPath; readonly places: OriginalPlaces },
): z.output<S> | undefined {
  const kept: { readonly index: number; readonly value: unknown }[] = [];
  for (const { index, value, refused } of entries) {
    const keys = refused.map(([key]) => key);
    const rest = withoutKeys(value, keys);
    if (rest === undefined) continue;
    const isWhole = refused.length === 0;
    const parsed = isWhole ? undefined : schema.safeParse(index === undefined ? rest : [rest]);
    if (parsed?.success === false) continue;
    for (const key of isWhole ? [] : new Set(keys)) {
      places.recordRemoved([...at, ...(index === undefined ? [] : [index]), ...(key === undefined ? [] : [key])]);
    }
    if (index === undefined) return parsed?.data;
    kept.push({ index, value: rest });
  }
  if (kept.length === 0) return undefined;
  const all = schema.safeParse(kept.map(({ value }) => value));
  if (!all.success) return undefined;
  places.record(
    at,
    kept.map(({ index }) => index),
  );
  return all.data;
}

/** The object without these fields; undefined where what is refused is not a field. */
function withoutKeys(value: unknown, keys: readonly (string | number | undefined)[]): unknown {
  if (keys.length === 0) return value;
  if (!isRecord(value) || keys.some((key) => typeof key !== 'string')) return undefined;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

/** Validates an object field by field: one that is refused or missing is reported, and the others are there all the same. */
export function validateFields<S extends z.ZodObject>(schema: S, value: unknown, target: Target): Partial<z.output<S>>;
export function validateFields(schema: z.ZodObject, value: unknown, target: Target): object {
  const whole = validate(schema, value, target);
  if (whole !== undefined) return whole;
  const given = isRecord(value) ? value : {};
  const fields: readonly [string, z.core.$ZodType][] = Object.entries(schema.def.shape);
  return Object.fromEntries(
    fields.flatMap(([key, field]): [string, unknown][] => {
      const { success, data } = z.safeParse(field, given[key]);
      return success && data !== undefined ? [[key, data]] : [];
    }),
  );
}
