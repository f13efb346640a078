import type { WatchEvent } from '@kubemin/kubeapi';
import { storedLine } from '../storage/index.ts';

/**
 * JSON of frozen objects, made once and remembered as long as they live: the same bytes serve a get, every list the
 * object is in and every watcher. Each ends with a line break: such a line is also the response to a get.
 */
class JsonLines {
  readonly #lines = new WeakMap<object, Buffer>();

  /** What is not frozen could change; it is encoded, but not remembered. */
  of(value: unknown): Buffer {
    if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return jsonLine(value);
    const known = storedLine(value) ?? this.#lines.get(value);
    if (known !== undefined) return known;
    const line = jsonLine(value);
    this.#lines.set(value, line);
    return line;
  }
}

function jsonLine(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

const EVENT_END = Buffer.from('}\n');
const COMMA = Buffer.from(',');
/** Bounds what the last batch keeps alive. */
const MAX_REMEMBERED_EVENTS = 64;
const LIST_END = Buffer.from(']}\n');

/** Bodies and events, put together from the lines of their objects. */
export class ObjectEncoder {
  readonly #lines = new JsonLines();
  readonly #eventStarts = new Map<string, Buffer>();
  /** A write is sent to all watchers of a resource one after the other. */
  #last: { readonly events: readonly WatchEvent[]; readonly bytes: Buffer } | undefined;

  /** A response body. Lists are put together from their items' bytes. */
  encode(value: unknown): Buffer {
    return isList(value) ? this.#list(value) : this.#lines.of(value);
  }

  /** One line per event. Never change the bytes: watchers of the same event share them. */
  encodeEvents(events: readonly WatchEvent[]): Buffer {
    if (this.#last !== undefined && areSame(this.#last.events, events)) return this.#last.bytes;
    const bytes = this.#events(events);
    if (events.length <= MAX_REMEMBERED_EVENTS) this.#last = { events, bytes };
    return bytes;
  }

  #events(events: readonly WatchEvent[]): Buffer {
    const pieces = new Pieces();
    for (const { type, object } of events) {
      pieces.add(this.#eventStart(type));
      pieces.addWithoutEnd(this.#lines.of(object));
      pieces.add(EVENT_END);
    }
    return pieces.join();
  }

  #list(list: ListLike): Buffer {
    const { items, ...rest } = list;
    const head = JSON.stringify({ ...rest, items: [] });
    const pieces = new Pieces();
    pieces.add(Buffer.from(head.slice(0, -2)));
    for (const [index, item] of items.entries()) {
      if (index > 0) pieces.add(COMMA);
      pieces.addWithoutEnd(this.#lines.of(item));
    }
    pieces.add(LIST_END);
    return pieces.join();
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

/** Bytes that become one, copied once. */
class Pieces {
  readonly #pieces: Buffer[] = [];
  readonly #lengths: number[] = [];
  #total = 0;

  add(piece: Buffer, length = piece.byteLength): void {
    this.#pieces.push(piece);
    this.#lengths.push(length);
    this.#total += length;
  }

  addWithoutEnd(line: Buffer): void {
    this.add(line, line.byteLength - 1);
  }

  join(): Buffer {
    const joined = Buffer.allocUnsafe(this.#total);
    let at = 0;
    for (const [index, piece] of this.#pieces.entries()) at += piece.copy(joined, at, 0, this.#lengths[index]);
    return joined;
  }
}

interface ListLike {
  readonly items: readonly unknown[];
}

function areSame(some: readonly WatchEvent[], others: readonly WatchEvent[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ type, object }, index) => {
      const other = others[index];
      return type === other?.type && object === other.object && Object.isFrozen(object);
    })
  );
}

function isList(value: unknown): value is ListLike {
  return typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items);
}
