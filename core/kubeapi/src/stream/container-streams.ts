import type { Readable, Writable } from 'node:stream';
import type { CommandOutcome } from './command-outcome.ts';

/** How large a terminal is, in characters. */
export interface TerminalSize {
  readonly width: number;
  readonly height: number;
}

/** Connects a container's process with the client. */
export interface ContainerStreams {
  readonly stdin?: Readable;
  readonly stdout?: Writable;
  readonly stderr?: Writable;
  /** Sizes of the terminal, the first at the start. */
  readonly resize?: AsyncIterable<TerminalSize>;
}

/** Which of them are wanted. */
export interface WantedStreams {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly tty: boolean;
}

/** A command's session as a node has it, whatever it is written in. */
export interface CommandSession {
  readonly streams: ContainerStreams;
  /** Aborts when the client is gone. */
  readonly gone: AbortSignal;
  /** Sends the outcome, after all that was written, and ends the connection. */
  finish(outcome: CommandOutcome, command: readonly string[]): Promise<void>;
}

/** `{"Width":80,"Height":24}`; undefined for what is none. */
export function readTerminalSize(text: string): TerminalSize | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const { Width: width, Height: height }: { Width?: unknown; Height?: unknown } = value;
    return typeof width === 'number' && typeof height === 'number' ? { width, height } : undefined;
  } catch {
    // What a client sends here must not end its session.
    return undefined;
  }
}
