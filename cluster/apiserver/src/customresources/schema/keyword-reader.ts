import {
  type FieldError,
  fieldError,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@kubemin/kubeapi';
import { inside } from './schema-path.ts';
import type { SchemaProblems } from './schema-problems.ts';

/**
 * Reads the keywords of one schema by their type. A keyword of another type is reported and then treated as absent; null
 * means absent, as it does to Kubernetes.
 */
export class KeywordReader {
  readonly path: string;
  readonly #json: JsonObject;
  readonly #problems: SchemaProblems;

  constructor(json: JsonObject, path: string, problems: SchemaProblems) {
    this.#json = json;
    this.path = path;
    this.#problems = problems;
  }

  has(keyword: string): boolean {
    return this.value(keyword) !== undefined;
  }

  value(keyword: string): JsonValue | undefined {
    return Object.hasOwn(this.#json, keyword) ? (this.#json[keyword] ?? undefined) : undefined;
  }

  text(keyword: string): string | undefined {
    const value = this.value(keyword);
    if (value === undefined || typeof value === 'string') return value === '' ? undefined : value;
    return this.#mistyped(keyword, 'a string');
  }

  flag(keyword: string): boolean {
    const value = this.value(keyword);
    if (value === undefined || typeof value === 'boolean') return value ?? false;
    this.#mistyped(keyword, 'a boolean');
    return false;
  }

  number(keyword: string): number | undefined {
    const value = this.value(keyword);
    if (value === undefined || (typeof value === 'number' && Number.isFinite(value))) return value;
    return this.#mistyped(keyword, 'a number');
  }

  /** A whole number: lengths, counts. */
  count(keyword: string): number | undefined {
    const value = this.number(keyword);
    return value === undefined || Number.isInteger(value) ? value : this.#mistyped(keyword, 'a whole number');
  }

  list(keyword: string): readonly JsonValue[] {
    const value = this.value(keyword);
    if (value === undefined || isJsonArray(value)) return value ?? [];
    this.#mistyped(keyword, 'a list');
    return [];
  }

  texts(keyword: string): readonly string[] {
    const list = this.list(keyword);
    const texts = list.filter((item) => typeof item === 'string');
    if (texts.length < list.length) this.#mistyped(keyword, 'a list of strings');
    return texts;
  }

  object(keyword: string): JsonObject | undefined {
    const value = this.value(keyword);
    if (value === undefined || isJsonObject(value)) return value;
    return this.#mistyped(keyword, 'an object');
  }

  report(...errors: readonly FieldError[]): void {
    this.#problems.add(...errors);
  }

  warn(warning: string): void {
    this.#problems.warn(warning);
  }

  #mistyped(keyword: string, type: string): undefined {
    this.report(fieldError.typeInvalid(inside(this.path, keyword), this.value(keyword), `must be ${type}`));
    return undefined;
  }
}
