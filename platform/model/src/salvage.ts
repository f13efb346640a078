import * as z from 'zod';
import { type DocumentPath, formatPath } from './document-path.ts';
import { validate } from './issue.ts';
import { isPlainObject } from './plain-object.ts';
import type { Report } from './problem-list.ts';

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

  record(list: DocumentPath, kept: readonly number[]): void {
    this.#indexes.set(formatPath(list), kept);
  }

  /** A report that translates paths. */
  reportTo(report: Report): Report {
    return (finding) => report({ ...finding, path: this.#original(finding.path) });
  }

  #original(path: DocumentPath): DocumentPath {
    if (this.#indexes.size === 0) return path;
    return path.map((step, depth) =>
      typeof step === 'number' ? (this.#indexes.get(formatPath(path.slice(0, depth)))?.[step] ?? step) : step,
    );
  }
}

/**
 * Validates a value. Where it is a list of which the schema refuses entries, reports them and gives the others, so that
 * further rules can look at those and one fault hides no other.
 */
export function validateEntries<S extends z.ZodType>(
  schema: S,
  value: unknown,
  { at, report, places }: Target & { readonly places: OriginalPlaces },
): z.output<S> | undefined {
  const faulty = new Set<number>();
  const whole = validate(schema, value, {
    at,
    report: (finding) => {
      const step = finding.path[at.length];
      if (typeof step === 'number') faulty.add(step);
      report(finding);
    },
  });
  if (whole !== undefined || !Array.isArray(value)) return whole;
  const items: readonly unknown[] = value;
  const kept = [...items.keys()].filter((index) => !faulty.has(index));
  const rest = kept.length === 0 || faulty.size === 0 ? undefined : schema.safeParse(kept.map((index) => items[index]));
  if (rest?.success !== true) return undefined;
  places.record(at, kept);
  return rest.data;
}

/** Validates an object field by field: one that is refused or missing is reported, and the others are there all the same. */
export function validateFields<S extends z.ZodObject>(schema: S, value: unknown, target: Target): Partial<z.output<S>>;
export function validateFields(schema: z.ZodObject, value: unknown, target: Target): object {
  const whole = validate(schema, value, target);
  if (whole !== undefined) return whole;
  const given = isPlainObject(value) ? value : {};
  const fields: readonly [string, z.core.$ZodType][] = Object.entries(schema.def.shape);
  return Object.fromEntries(
    fields.flatMap(([key, field]): [string, unknown][] => {
      const { success, data } = z.safeParse(field, given[key]);
      return success && data !== undefined ? [[key, data]] : [];
    }),
  );
}
