import type { Readable } from 'node:stream';
import type { KeyboardAccess } from './prompt/keyboard.ts';

/** Where a command talks: data goes to `out`, everything else to the other stream. */
export interface Terminal {
  out(text: string): void;
  /** For talk: what is being done, and what to do next. `--quiet` turns it off. */
  err(text: string): void;
  /** For what goes wrong, on the stream of `err`; always written. */
  alert(text: string): void;
  /** A text with command lines as they work typed here; `err` and `alert` do the same to what they write. */
  advice?(text: string): string;
  /** Writes foreign bytes unchanged to the stream of `out` or of `alert`; resolves when they are written. */
  pass(to: 'out' | 'alert', bytes: Uint8Array): Promise<void>;
  /** Whether `err` is a terminal that can be redrawn. */
  readonly interactive: boolean;
  readonly colour: boolean;
  /** Whether `out` may be coloured. */
  readonly outColour: boolean;
  /** Key input; undefined without an interactive terminal. */
  readonly keyboard?: KeyboardAccess | undefined;
  /** All that is piped in; undefined where nothing can be. */
  readonly piped?: (() => Promise<string>) | undefined;
  /** What is piped in or typed, while it comes; undefined where nothing can be. */
  readonly incoming?: (() => Readable) | undefined;
  /** Lends the terminal to a program elsewhere; undefined where keys and what is shown are not those of one. */
  readonly console?: (() => RawConsole) | undefined;
  /** Current columns of the terminal of `out`; undefined if it is piped or the width is unknown. */
  outWidth(): number | undefined;
  /** Columns of the terminal, as of now. */
  width(): number;
  /** Rows of the terminal, as of now. */
  height(): number;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface ProcessStreams {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly stdin: NodeJS.ReadStream;
  readonly env: Environment;
}

export function processTerminal({ stdout, stderr, stdin, env }: ProcessStreams): Terminal {
  // A reader that has gone away (`kubemin up | head`) must not take the platform with it.
  for (const stream of [stdout, stderr]) stream.on('error', ignoreClosedPipe);
  const dumb = env.TERM === 'dumb';
  const coloured = !dumb && (env.NO_COLOR ?? '') === '';
  const interactive = stderr.isTTY === true && !dumb && env.CI === undefined;
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    alert: (text) => void stderr.write(text),
    pass: (to, bytes) => passed(to === 'out' ? stdout : stderr, bytes),
    interactive,
    colour: stderr.isTTY === true && coloured,
    outColour: stdout.isTTY === true && coloured,
    keyboard: interactive && stdin.isTTY === true ? keyboardAccess(stdin, stderr) : undefined,
    piped: () => readAll(stdin),
    incoming: () => stdin,
    console: stdin.isTTY === true && stdout.isTTY === true ? () => openRawConsole(stdin, stdout) : undefined,
    outWidth: () => (stdout.isTTY === true ? terminalSize(stdout).width : undefined),
    width: () => terminalSize(stderr).width,
    height: () => terminalSize(stderr).height,
  };
}

function keyboardAccess(input: NodeJS.ReadStream, output: NodeJS.WriteStream): KeyboardAccess {
  return {
    open: async () => {
      const { openKeyboard } = await import('./prompt/keyboard.ts');
      return openKeyboard(input);
    },
    onResize: (listener) => {
      output.on('resize', listener);
      return () => output.off('resize', listener);
    },
  };
}

/** A closed pipe is no error: the writer ends normally. */
function passed(stream: NodeJS.WriteStream, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    stream.write(bytes, () => resolve());
  });
}

async function readAll(input: NodeJS.ReadStream): Promise<string> {
  const { text } = await import('node:stream/consumers');
  return text(input);
}

function ignoreClosedPipe(error: Error): void {
  if (!('code' in error && error.code === 'EPIPE')) throw error;
}

/** A terminal that is lent to another program: what is typed goes there unprocessed, Ctrl-C as well. */
interface RawConsole {
  /** What is typed, as bytes. */
  readonly input: Readable;
  size(): { readonly width: number; readonly height: number };
  /** Calls back when the size changes; the returned function stops that. */
  onResize(listener: () => void): () => void;
  /** Gives the terminal back as it was. */
  close(): void;
}

/** Lends a terminal. */
function openRawConsole(input: NodeJS.ReadStream, output: NodeJS.WriteStream): RawConsole {
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

const DEFAULT_WIDTH = 80;
const DEFAULT_HEIGHT = 24;

/** The part of an output stream that knows the size of its terminal. */
interface SizedOutput {
  readonly columns?: number;
  readonly rows?: number;
}

/**
 * The size to lay text out for. Terminals that were never given a size, as on serial lines and under some CI runners,
 * report 0 columns; what divides or cuts by that would never end, so they count as terminals of the usual size.
 */
export function terminalSize({ columns, rows }: SizedOutput): { readonly width: number; readonly height: number } {
  return { width: usable(columns) ?? DEFAULT_WIDTH, height: usable(rows) ?? DEFAULT_HEIGHT };
}

function usable(reported: number | undefined): number | undefined {
  return reported !== undefined && Number.isInteger(reported) && reported > 0 ? reported : undefined;
}
