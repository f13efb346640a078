import { emitKeypressEvents, type Key as ReadlineKey } from 'node:readline';
import { PassThrough } from 'node:stream';
import { type Key, toKey } from '../key.ts';

/** The keys a terminal's bytes mean, as node:readline reads them. */
export function toKeys(bytes: string): readonly Key[] {
  const input = new PassThrough();
  const keys: Key[] = [];
  emitKeypressEvents(input);
  input.on('keypress', (text: string | undefined, event: ReadlineKey) => {
    const key = toKey(text, event);
    if (key !== undefined) keys.push(key);
  });
  input.emit('data', Buffer.from(bytes));
  return keys;
}

/** A key that does something. */
export function command(name: string): Key {
  return { kind: 'command', name };
}
