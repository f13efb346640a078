import { storedLine } from '../cache/stored-form.ts';

/**
 * JSON of frozen objects, made once and remembered as long as they live: the same bytes serve a get, every list the
 * object is in and every watcher. Each ends with a line break: as it is, it is the answer to a get.
 */
export class JsonLines {
  readonly #lines = new WeakMap<object, Buffer>();

  /** What is not frozen could change; it is encoded, but not remembered. */
  of(value: unknown): Buffer {
    if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return lineOf(value);
    const known = storedLine(value) ?? this.#lines.get(value);
    if (known !== undefined) return known;
    const line = lineOf(value);
    this.#lines.set(value, line);
    return line;
  }
}

function lineOf(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}
