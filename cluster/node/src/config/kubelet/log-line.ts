import { nanoTimestamp } from '@kubemin/kubeapi';
import type { LogOptions } from './node-work.ts';

/** Something a container wrote. */
export interface LogLine {
  readonly timeMs: number;
  readonly text: string;
}

/** Those of the lines there are that are asked for. */
export function selectLines(lines: readonly LogLine[], options: LogOptions): readonly LogLine[] {
  const { sinceMs = Number.NEGATIVE_INFINITY, tailLines } = options;
  const recent = lines.filter(({ timeMs }) => timeMs >= sinceMs);
  // Not slice(-tailLines): none of them is not all of them.
  return tailLines === undefined ? recent : recent.slice(Math.max(0, recent.length - tailLines));
}

/** Writes lines as a log has them, up to so many bytes. */
export class LogWriter {
  readonly #timestamps: boolean;
  #left: number;

  constructor({ timestamps, limitBytes = Number.POSITIVE_INFINITY }: LogOptions) {
    this.#timestamps = timestamps;
    this.#left = limitBytes;
  }

  /** Whether the limit is reached: nothing more will be written. */
  get full(): boolean {
    return this.#left <= 0;
  }

  write(lines: readonly LogLine[]): Uint8Array {
    const text = lines
      .map((line) => `${this.#timestamps ? `${nanoTimestamp(line.timeMs)} ` : ''}${line.text}\n`)
      .join('');
    const bytes = Buffer.from(text).subarray(0, Math.min(this.#left, Number.MAX_SAFE_INTEGER));
    this.#left -= bytes.byteLength;
    return bytes;
  }
}
