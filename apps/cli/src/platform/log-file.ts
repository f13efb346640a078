import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { type Clock, systemClock } from '@kubemin/base';
import { isDiskFull } from '@kubemin/base/machine';
import type { Message } from '@kubemin/base/message';
import { startMessages } from '../messages/index.ts';
import { CliError, ExitCode, failureReason } from '../terminal/index.ts';

/** The log of a data directory, open for appending. */
export interface LogFile {
  write(line: string): void;
  close(): Promise<void>;
}

/** How long a log that failed is left alone. */
const RETRY_MS = 1_000;

/**
 * Opens the log. When it fails later (a full disk), one message goes to `complain` and the platform goes on; the log does,
 * too, as soon as it can be written again, and has a line about those that are missing.
 */
export async function openLogFile(
  path: string,
  complain: (message: Message) => void,
  clock: Pick<Clock, 'now'> = systemClock,
): Promise<LogFile> {
  const stream = createWriteStream(path, { flags: 'a', mode: 0o600 });
  try {
    await once(stream, 'open');
  } catch (cause) {
    throw new CliError(startMessages.logUnwritable({ path, why: failureReason(cause) }), {
      code: 'LOG_UNWRITABLE',
      exitCode: ExitCode.failed,
      hint: startMessages.moveAway,
      cause,
    });
  }
  return new ResumingLog({ path, complain, clock, stream });
}

interface LogOptions {
  readonly path: string;
  readonly complain: (message: Message) => void;
  readonly clock: Pick<Clock, 'now'>;
  readonly stream: WriteStream;
}

class ResumingLog implements LogFile {
  readonly #options: LogOptions;
  #stream: WriteStream;
  #missing = 0;
  #failedAt = 0;
  #complained = false;

  constructor(options: LogOptions) {
    this.#options = options;
    this.#stream = this.#watch(options.stream);
  }

  write(line: string): void {
    if (this.#stream.destroyed && !this.#reopen()) {
      this.#missing += 1;
      return;
    }
    this.#put(line);
  }

  close(): Promise<void> {
    const stream = this.#stream;
    return new Promise((resolve) => (stream.destroyed ? resolve() : stream.end(() => resolve())));
  }

  #reopen(): boolean {
    const { path, clock } = this.#options;
    if (clock.now() - this.#failedAt < RETRY_MS) return false;
    this.#stream = this.#watch(createWriteStream(path, { flags: 'a', mode: 0o600 }));
    const time = new Date(clock.now()).toISOString();
    const message = 'lines of the log are missing here: it could not be written';
    this.#put(`\n${JSON.stringify({ time, level: 'warn', message, lines: this.#missing })}\n`);
    return true;
  }

  #put(line: string): void {
    this.#stream.write(line, (error) => {
      if (error) {
        this.#missing += 1;
        return;
      }
      this.#missing = 0;
      this.#complained = false;
    });
  }

  #watch(stream: WriteStream): WriteStream {
    const { path, complain, clock } = this.#options;
    return stream.once('error', (error) => {
      this.#failedAt = clock.now();
      const why = isDiskFull(error) ? startMessages.diskFull : failureReason(error);
      if (!this.#complained) complain(startMessages.logBroken({ path, why }));
      this.#complained = true;
    });
  }
}
