import type { WatchEvent } from '@kubemin/kubeapi';

const NEWLINE = Buffer.from('\n');
const EVENT_END = Buffer.from('}\n');
const COMMA = Buffer.from(',');
const LIST_END = Buffer.from(']}');

/**
 * JSON bytes of objects, made once: the same bytes serve a get, every list the object is in and every watcher. Only
 * frozen objects are remembered, as others could change.
 */
export class ObjectEncoder {
  readonly #encoded = new WeakMap<object, Buffer>();
  readonly #eventStarts = new Map<string, Buffer>();

  /** A response body. Lists are put together from their items' bytes. */
  encode(value: unknown): Buffer {
    const bytes = isList(value) ? this.#list(value) : this.#object(value);
    return Buffer.concat([bytes, NEWLINE]);
  }

  /** One line per event. */
  encodeEvents(events: readonly WatchEvent[]): Buffer {
    const parts: Buffer[] = [];
    for (const { type, object } of events) parts.push(this.#eventStart(type), this.#object(object), EVENT_END);
    return Buffer.concat(parts);
  }

  #list(list: ListLike): Buffer {
    const { items, ...rest } = list;
    const head = JSON.stringify({ ...rest, items: [] });
    const parts: Buffer[] = [Buffer.from(head.slice(0, -2))];
    for (const [index, item] of items.entries()) {
      if (index > 0) parts.push(COMMA);
      parts.push(this.#object(item));
    }
    parts.push(LIST_END);
    return Buffer.concat(parts);
  }

  #object(value: unknown): Buffer {
    if (typeof value !== 'object' || value === null || !Object.isFrozen(value))
      return Buffer.from(JSON.stringify(value));
    let bytes = this.#encoded.get(value);
    if (bytes === undefined) {
      bytes = Buffer.from(JSON.stringify(value));
      this.#encoded.set(value, bytes);
    }
    return bytes;
  }

  #eventStart(type: string): Buffer {
    let start = this.#eventStarts.get(type);
    if (start === undefined) {
      start = Buffer.from(`{"type":${JSON.stringify(type)},"object":`);
      this.#eventStarts.set(type, start);
    }
    return start;
  }
}

interface ListLike {
  readonly items: readonly unknown[];
}

function isList(value: unknown): value is ListLike {
  return typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items);
}
