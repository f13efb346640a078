import { type InexactInteger, type JsonValue, MAX_JSON_DEPTH } from '@kubemin/kubeapi';

/** As much as a body may hold; a few lines of aliases can otherwise unfold into gigabytes. */
const MAX_UNFOLDED_BYTES = 3 * 1024 * 1024;

/**
 * The JSON value of what a YAML reader made: aliases, which it shares, are counted each time they occur; integers come
 * as bigints and those a double cannot hold are added to `inexact`. Throws for what JSON cannot represent.
 */
export function toJsonValue(value: unknown, inexact: InexactInteger[]): JsonValue {
  const path: (string | number)[] = [];
  let bytes = 0;
  return unfoldAt(value);

  function unfoldAt(here: unknown): JsonValue {
    if (path.length > MAX_JSON_DEPTH) throw new Error(`exceeded max depth of ${MAX_JSON_DEPTH}`);
    bytes += typeof here === 'string' ? here.length + 2 : 2;
    if (bytes > MAX_UNFOLDED_BYTES) throw new Error(`the document unfolds to more than ${MAX_UNFOLDED_BYTES} bytes`);
    if (here === null || here === undefined) return null;
    if (typeof here === 'string' || typeof here === 'boolean') return here;
    if (typeof here === 'bigint') return integer(here);
    if (typeof here === 'number' && Number.isFinite(here)) return here;
    if (Array.isArray(here)) return here.map((item, index) => at(index, item));
    if (typeof here !== 'object' || Object.getPrototypeOf(here) !== Object.prototype) {
      throw new Error(`${String(here)} is no JSON value`);
    }
    return Object.fromEntries(Object.entries(here).map(([key, item]) => [key, keyed(key, item)]));
  }

  function keyed(key: string, item: unknown): JsonValue {
    bytes += key.length + 4;
    return at(key, item);
  }

  function at(step: string | number, item: unknown): JsonValue {
    path.push(step);
    const unfolded = unfoldAt(item);
    path.pop();
    return unfolded;
  }

  function integer(here: bigint): number {
    const rounded = Number(here);
    if (String(rounded) !== String(here)) inexact.push({ path: [...path], text: String(here) });
    return rounded;
  }
}
