import { closestName, isRecord } from '@kubemin/base';
import * as z from 'zod';
import { fieldMessages } from '../messages/index.ts';
import {
  type DocumentPath,
  type PlainObject,
  type Report,
  type Severity,
  type SourceTrace,
  suggestion,
} from '../problem/index.ts';
import { foldKey, type KeyIndex } from './key-index.ts';
import type { Shape, Shapes } from './shape.ts';

/** What one run reports to and reads from. */
export interface CanonicaliserOptions {
  readonly shapes: Shapes;
  readonly report: Report;
  readonly trace: SourceTrace;
  /** Takes what the schemas do not know, with the path where it stood. */
  readonly keep: (path: DocumentPath, value: unknown) => void;
  /** How bad an unknown field at a path is. @default always a warning */
  readonly unknownSeverity?: (path: DocumentPath) => Severity;
  /** How a scalar was written in the text, so that `version: 1.10` stays "1.10". */
  readonly scalarText?: (source: DocumentPath) => string | undefined;
}

type ShapeOf<K extends Shape['kind']> = Extract<Shape, { readonly kind: K }>;

interface Place {
  readonly path: DocumentPath;
  readonly source: DocumentPath;
}

/**
 * Brings input into the one spelling the schemas know, led by the schemas themselves: keys of objects are matched in
 * any spelling, words of enums in any capitals, scalars that JSON and YAML writers mix up are converted. Keys of
 * records are the user's own and are never touched. What does not fit is left as it is for the schema to refuse.
 */
export class Canonicaliser {
  readonly #options: CanonicaliserOptions;

  constructor(options: CanonicaliserOptions) {
    this.#options = options;
  }

  run(schema: z.core.$ZodType, input: unknown, path: DocumentPath = []): unknown {
    return this.#value(schema, input, { path, source: this.#options.trace.sourcePath(path) });
  }

  #value(schema: z.core.$ZodType, input: unknown, place: Place): unknown {
    const shape = this.#options.shapes.of(schema);
    this.#options.trace.record(place.path, place.source);
    const value =
      shape.hints.prepare?.(input, (note) =>
        this.#options.report({ ...note, path: [...place.path, ...(note.path ?? [])] }),
      ) ?? input;
    if (shape.kind === 'object' && isRecord(value)) return this.#object(shape, value, place);
    if (shape.kind === 'list') return this.#listValue(shape, value, place);
    if (shape.kind === 'map' && isRecord(value)) return this.#map(shape.value, value, place);
    return shape.kind === 'scalar' ? this.#scalar(shape, value, place) : value;
  }

  #object({ schema, keys, isLoose }: ShapeOf<'object'>, input: PlainObject, place: Place): PlainObject {
    let split: FieldNames | undefined;
    const names = () => {
      split ??= fieldNames(keys, input);
      return split;
    };
    const entries = new Map<string, { readonly value: unknown; readonly spelling: string }>();
    for (const [spelling, raw] of Object.entries(input)) {
      if (raw === undefined) continue;
      const key = isAside(spelling) ? undefined : keys.canonical(spelling);
      const fieldSchema = key === undefined ? undefined : schema.def.shape[key];
      if (key === undefined || fieldSchema === undefined) {
        if (isLoose) entries.set(spelling, { value: raw, spelling });
        else this.#unknown({ spelling, input, names, place });
        continue;
      }
      if (raw === null) continue;
      const twin = entries.get(key);
      if (twin !== undefined && JSON.stringify(input[twin.spelling]) !== JSON.stringify(raw)) {
        this.#options.report({
          path: [...place.path, key],
          code: 'DUPLICATE_FIELD',
          message: fieldMessages.givenTwice({ field: key, first: twin.spelling, second: spelling }),
          fix: fieldMessages.removeOneOfTwo,
        });
        continue;
      }
      const inner = { path: [...place.path, key], source: [...place.source, spelling] };
      entries.set(key, { value: this.#value(fieldSchema, raw, inner), spelling });
    }
    return Object.fromEntries([...entries].map(([key, entry]) => [key, entry.value]));
  }

  /** A list, or an object that holds nothing but the list under the key of the schema. */
  #listValue({ element, hints }: ShapeOf<'list'>, value: unknown, place: Place): unknown {
    if (Array.isArray(value)) return this.#list(element, value, place);
    if (hints.wrapper === undefined || !isRecord(value)) return value;
    const [key, ...others] = Object.keys(value).filter((each) => !isAside(each));
    const inner =
      key === undefined || others.length > 0 || foldKey(key) !== foldKey(hints.wrapper) ? undefined : value[key];
    if (key === undefined || !Array.isArray(inner)) return value;
    const source = [...place.source, key];
    this.#options.trace.record(place.path, source);
    return this.#list(element, inner, { path: place.path, source });
  }

  #list(element: z.core.$ZodType, input: readonly unknown[], place: Place): readonly unknown[] {
    return input.map((item, index) =>
      this.#value(element, item, { path: [...place.path, index], source: [...place.source, index] }),
    );
  }

  #map(valueSchema: z.core.$ZodType, input: PlainObject, place: Place): PlainObject {
    // JavaScript gives this key a meaning of its own, and zod drops it; dropping what an author wrote must not be silent.
    if (Object.hasOwn(input, '__proto__')) {
      const path = [...place.path, '__proto__'];
      this.#options.report({ path, code: 'INVALID_VALUE', message: fieldMessages.protoKey, fix: fieldMessages.rename });
    }
    return Object.fromEntries(
      Object.entries(input).map(([key, item]) => [
        key,
        this.#value(valueSchema, item, { path: [...place.path, key], source: [...place.source, key] }),
      ]),
    );
  }

  #scalar({ schema, hints }: ShapeOf<'scalar'>, input: unknown, place: Place): unknown {
    if (typeof input === 'string') {
      if (schema instanceof z.ZodEnum) return foldWord(input, schema.options.map(String), hints.valueAliases);
      if (schema instanceof z.ZodLiteral) return foldWord(input, [...schema.values].map(String), hints.valueAliases);
      if (schema instanceof z.ZodNumber && /^\s*-?\d+(\.\d+)?\s*$/.test(input)) return Number(input);
      if (schema instanceof z.ZodBoolean && /^\s*(true|false)\s*$/i.test(input)) return /true/i.test(input);
      return input;
    }
    const written = typeof input === 'number' || typeof input === 'boolean';
    if (!written || !(schema instanceof z.ZodString)) return input;
    return this.#options.scalarText?.(place.source) ?? String(input);
  }

  #unknown(field: {
    readonly spelling: string;
    readonly input: PlainObject;
    readonly names: () => FieldNames;
    readonly place: Place;
  }): void {
    const { spelling, input, names, place } = field;
    const path = [...place.path, spelling];
    this.#options.keep(path, input[spelling]);
    if (isAside(spelling)) return;
    const severity = this.#options.unknownSeverity?.(path) ?? 'warning';
    const guess = () => suggestion(spelling, names().unused);
    this.#options.trace.record(path, [...place.source, spelling]);
    this.#options.report({
      path,
      code: 'UNKNOWN_FIELD',
      message: () =>
        severity === 'error'
          ? fieldMessages.unknown({ field: spelling, hint: guess() })
          : fieldMessages.unknownIgnored({ field: spelling, hint: guess() }),
      fix: () => {
        const { given, unused } = names();
        const found = closestName(spelling, unused);
        if (found !== undefined) return fieldMessages.renameTo({ name: found });
        const twin = closestName(spelling, given);
        if (twin !== undefined) return fieldMessages.removeAlreadySet({ name: twin });
        return unused.length === 0 ? fieldMessages.remove : fieldMessages.removeOrUseOneOf({ names: unused });
      },
      severity,
    });
  }
}

/** The fields of an object, by whether they are set: advice to rename another to one that is set would make a new problem. */
interface FieldNames {
  readonly given: readonly string[];
  readonly unused: readonly string[];
}

function fieldNames(keys: KeyIndex, input: PlainObject): FieldNames {
  const set = new Set(Object.keys(input).map((key) => keys.canonical(key)));
  return {
    given: keys.names.filter((name) => set.has(name)),
    unused: keys.names.filter((name) => !set.has(name)),
  };
}

/** Keys for people and editors: `_comment`, `$schema`. */
function isAside(key: string): boolean {
  return key.startsWith('_') || key === '$schema';
}

function foldWord(word: string, options: readonly string[], aliases: Readonly<Record<string, string>> = {}): string {
  const folded = foldKey(word.trim());
  const exact = options.find((option) => foldKey(option) === folded);
  const alias = Object.entries(aliases).find(([name]) => foldKey(name) === folded)?.[1];
  return exact ?? alias ?? word;
}
