import type { Message } from '@kubemin/base/message';
import { imageMessages } from '../messages/index.ts';
import { ImageError } from './image-error.ts';

/**
 * A value of a JSON document of unknown origin, with where it is in it: `manifest.layers[2].size`. Every reading method
 * throws an ImageError `INVALID_IMAGE` that names that place when the value is of another type.
 */
export class JsonReader {
  readonly #value: unknown;
  readonly #path: string;

  constructor(value: unknown, path: string) {
    this.#value = value;
    this.#path = path;
  }

  static parse(text: string, what: string): JsonReader {
    try {
      return new JsonReader(JSON.parse(text), what);
    } catch (cause) {
      throw new ImageError('INVALID_IMAGE', imageMessages.notJson({ document: what }), cause);
    }
  }

  /** Go writes empty maps and lists as null. */
  get isAbsent(): boolean {
    return this.#value === undefined || this.#value === null;
  }

  field(name: string): JsonReader {
    const value = this.#value;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw this.#wrong(imageMessages.anObject);
    const found = Object.entries(value).find(([key]) => key === name);
    return new JsonReader(found?.[1], `${this.#path}.${name}`);
  }

  /** The own fields of an object; none where it is absent. */
  entries(): readonly (readonly [string, JsonReader])[] {
    const value = this.#value;
    if (this.isAbsent) return [];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw this.#wrong(imageMessages.anObject);
    return Object.entries(value).map(([key, inner]) => [key, new JsonReader(inner, `${this.#path}.${key}`)]);
  }

  /** The elements of a list; none where it is absent. */
  items(): readonly JsonReader[] {
    const value: unknown = this.#value;
    if (this.isAbsent) return [];
    if (!Array.isArray(value)) throw this.#wrong(imageMessages.aList);
    return value.map((inner: unknown, index) => new JsonReader(inner, `${this.#path}[${index}]`));
  }

  string(): string {
    if (typeof this.#value !== 'string') throw this.#wrong(imageMessages.aString);
    return this.#value;
  }

  /** Empty where it is absent. */
  optionalString(): string {
    return this.isAbsent ? '' : this.string();
  }

  /** A whole number from 0. */
  size(): number {
    if (typeof this.#value !== 'number' || !Number.isSafeInteger(this.#value) || this.#value < 0) {
      throw this.#wrong(imageMessages.aSize);
    }
    return this.#value;
  }

  strings(): readonly string[] {
    return this.items().map((item) => item.string());
  }

  stringMap(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.entries().map(([key, value]) => [key, value.string()]));
  }

  #wrong(wanted: Message): ImageError {
    return new ImageError('INVALID_IMAGE', imageMessages.wrongType({ path: this.#path, expected: wanted }));
  }
}
