import type { Readable } from 'node:stream';
import { terminalSize } from './terminal-size.ts';

/** A terminal that is lent to another program: what is typed goes there unprocessed, Ctrl-C as well. */
export interface RawConsole {
  /** What is typed, as bytes. */
  readonly input: Readable;
  size(): { readonly width: number; readonly height: number };
  /** Calls back when the size changes; the answer stops that. */
  onResize(listener: () => void): () => void;
  /** Gives the terminal back as it was. */
  close(): void;
}

/** Lends a terminal. */
export function openRawConsole(input: NodeJS.ReadStream, output: NodeJS.WriteStream): RawConsole {
  const wasRaw = input.isRaw === true;
  input.setRawMode(true);
  return {
    input,
    size: () => terminalSize(output),
    onResize: (listener) => {
      output.on('resize', listener);
      return () => output.off('resize', listener);
    },
    close: () => {
      if (!input.destroyed) input.setRawMode(wasRaw);
    },
  };
}
