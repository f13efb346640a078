import { type KubeClient, openPodLog, type PodLogOptions } from '@kubemin/kube';
import { splitLines } from './log-text.ts';

/** Whose log is read. */
export interface ContainerName {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

/** Which part of it. */
export type LogPart = Pick<PodLogOptions, 'follow' | 'previous' | 'tailLines' | 'sinceSeconds'>;

/** A line with the moment it was written, as the cluster writes it. */
export interface TimedLine {
  readonly time: string;
  readonly text: string;
}

/** The lines of a log, until it ends. */
export async function* readLog(
  client: KubeClient,
  name: ContainerName,
  { sinceTime, ...part }: LogPart & { readonly sinceTime?: string | undefined },
  signal: AbortSignal,
): AsyncGenerator<TimedLine> {
  const log = await openPodLog(client, { ...name, ...part, ...(sinceTime && { sinceTime }), timestamps: true, signal });
  for await (const line of splitLines(log)) yield timed(line);
}

/**
 * Lets pass what was not passed before. A log that broke off is asked for from the moment of its last line on, and so
 * begins with lines that are known: those of that moment, as often as they were there.
 */
export class SeenLines {
  #time = '';
  #texts: string[] = [];
  #repeated: string[] = [];

  /** The moment to go on from; undefined before the first line. */
  get since(): string | undefined {
    return this.#time === '' ? undefined : this.#time;
  }

  /** The log begins again at `since`. */
  reopened(): void {
    this.#repeated = [...this.#texts];
  }

  isNew({ time, text }: TimedLine): boolean {
    if (time < this.#time) return false;
    if (time === this.#time) {
      const at = this.#repeated.indexOf(text);
      if (at >= 0) {
        this.#repeated.splice(at, 1);
        return false;
      }
      this.#texts.push(text);
      return true;
    }
    this.#time = time;
    this.#texts = [text];
    this.#repeated = [];
    return true;
  }
}

function timed(line: string): TimedLine {
  const end = line.indexOf(' ');
  return end === -1 ? { time: line, text: '' } : { time: line.slice(0, end), text: line.slice(end + 1) };
}
