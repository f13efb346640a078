import type { Key as ReadlineKey } from 'node:readline';

/** A pressed key. */
export type Key =
  /** It writes something. */
  | { readonly kind: 'text'; readonly text: string }
  /** It does something: `return`, `left`, `ctrl-u`. */
  | { readonly kind: 'command'; readonly name: string };

const CONTROL = /\p{Cc}/u;

/** The key behind an event of node:readline; undefined for what has no name and writes nothing. */
export function toKey(text: string | undefined, { name, ctrl, meta }: ReadlineKey): Key | undefined {
  if (ctrl === true && name !== undefined) return { kind: 'command', name: `ctrl-${name}` };
  if (text !== undefined && text !== '' && meta !== true && !CONTROL.test(text)) return { kind: 'text', text };
  if (name === undefined) return undefined;
  // Ctrl-J and the keypad send a line feed.
  return { kind: 'command', name: name === 'enter' ? 'return' : name };
}
