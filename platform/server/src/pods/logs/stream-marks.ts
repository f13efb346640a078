import { createHash } from 'node:crypto';
import type { LogMark } from '@kubemin/kube';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { ApiError } from '../../api/index.ts';
import { requestMessages } from '../../messages/index.ts';

/** The id of a stream that has sent no line yet. */
const NOTHING = '0';
const ENTRY = /^([\w-]{8})([0-9a-z]{1,14})\.(\d{1,9})$/;
const SECOND = 1_000_000_000n;

/**
 * How far each of the followed logs has been sent, as the id of a message: with it, any instance goes on exactly there.
 * An entry is a digest of pod and container, the time of the last line in nanoseconds and how many lines of that time.
 */
export class StreamMarks {
  readonly #marks = new Map<string, LogMark>();

  /** Throws BAD_REQUEST for an id that is none of these. */
  static parse(id: string): StreamMarks {
    const marks = new StreamMarks();
    if (id === NOTHING) return marks;
    for (const entry of id.split('~')) {
      const [, key, time, seen] = ENTRY.exec(entry) ?? [];
      if (key === undefined || time === undefined) {
        throw new ApiError('BAD_REQUEST', requestMessages.lastEventIdInvalid({ value: id.slice(0, 100) }));
      }
      marks.#marks.set(key, { time: fromNanoseconds(parseBase36(time)), seen: Number(seen) });
    }
    return marks;
  }

  find(pod: Pod, container: string): LogMark | undefined {
    return this.#marks.get(markKey(pod, container));
  }

  set(pod: Pod, container: string, mark: LogMark): void {
    this.#marks.set(markKey(pod, container), mark);
  }

  delete(pod: Pod, container: string): void {
    this.#marks.delete(markKey(pod, container));
  }

  toString(): string {
    const entries = [...this.#marks].map(
      ([key, { time, seen }]) => `${key}${toNanoseconds(time).toString(36)}.${seen}`,
    );
    return entries.length === 0 ? NOTHING : entries.join('~');
  }
}

function markKey({ metadata }: Pod, container: string): string {
  return createHash('sha256').update(`${metadata.uid}/${container}`).digest('base64url').slice(0, 8);
}

/** Only for times as LogLine has them: nine digits of the second, in UTC. */
function toNanoseconds(time: string): bigint {
  return BigInt(Date.parse(`${time.slice(0, 19)}Z`)) * 1_000_000n + BigInt(time.slice(20, 29));
}

function fromNanoseconds(nanoseconds: bigint): string {
  // The largest date there is: more is not the id of a message.
  const seconds = nanoseconds / SECOND > 8_640_000_000_000n ? 0n : nanoseconds / SECOND;
  const whole = new Date(Number(seconds) * 1_000).toISOString().replace(/\.\d+Z$/, '');
  return `${whole}.${String(nanoseconds % SECOND).padStart(9, '0')}Z`;
}

function parseBase36(text: string): bigint {
  return [...text].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
}
