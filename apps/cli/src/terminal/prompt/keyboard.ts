import { createInterface, emitKeypressEvents, type Key as ReadlineKey } from 'node:readline';
import { PassThrough } from 'node:stream';
import { type Key, toKey } from './key.ts';

/** Keys as they are pressed, one by one; nothing else reads the terminal while it is open. */
export interface Keyboard {
  /** The next key, also one that was pressed before this call. Undefined once the input has ended. */
  next(): Promise<Key | undefined>;
  /** Gives the terminal back as it was. */
  close(): void;
}

/** An interactive terminal. */
export interface KeyboardAccess {
  open(): Promise<Keyboard>;
  /** Calls back when the size changes; the returned function stops that. */
  onResize(listener: () => void): () => void;
}

/** How long an Escape may be the beginning of something longer. Terminals send those in one go. */
const ESCAPE_MS = 50;

/** Takes a terminal's keys, unprocessed. */
export function openKeyboard(input: NodeJS.ReadStream): Keyboard {
  const pressed: Key[] = [];
  let waiting: ((key: Key | undefined) => void) | undefined;
  let ended = false;
  const wake = (key: Key | undefined): void => {
    const resolve = waiting;
    waiting = undefined;
    resolve?.(key);
  };
  const onKey = (text: string | undefined, event: ReadlineKey): void => {
    const key = toKey(text, event);
    if (key === undefined) return;
    if (waiting === undefined) pressed.push(key);
    else wake(key);
  };
  const onEnd = (): void => {
    ended = true;
    wake(undefined);
  };
  const wasRaw = input.isRaw === true;
  // It reads nothing: it only configures how long node:readline waits after an Escape.
  const timing = createInterface({ input: new PassThrough(), escapeCodeTimeout: ESCAPE_MS });
  emitKeypressEvents(input, timing);
  input.setRawMode(true);
  input.on('keypress', onKey);
  input.once('end', onEnd);
  input.resume();
  return {
    next: () => {
      const key = pressed.shift();
      if (key !== undefined || ended) return Promise.resolve(key);
      return new Promise((resolve) => {
        waiting = resolve;
      });
    },
    close: () => {
      onEnd();
      input.off('keypress', onKey);
      input.off('end', onEnd);
      input.setRawMode(wasRaw);
      input.pause();
      timing.close();
    },
  };
}
