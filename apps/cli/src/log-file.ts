import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { toError } from '@kubemin/base';
import { CliError } from './cli-error.ts';
import { ExitCode } from './exit-code.ts';
import { inBoth } from './language/catalogue.ts';
import { startWords } from './language/words/start.ts';

/** The log of a data directory, open for appending. */
export interface LogFile {
  write(line: string): void;
  close(): Promise<void>;
}

/** Opens the log. When it fails later (a full disk), logging stops with one word to `complain`; the platform goes on. */
export async function openLogFile(path: string, complain: (text: string) => void): Promise<LogFile> {
  const stream = createWriteStream(path, { flags: 'a', mode: 0o600 });
  try {
    await once(stream, 'open');
  } catch (cause) {
    throw new CliError(
      inBoth(startWords, (say) => say.logUnwritable(path, toError(cause).message)),
      {
        code: 'LOG_UNWRITABLE',
        exitCode: ExitCode.failed,
        hint: inBoth(startWords, (say) => say.moveAway),
        cause,
      },
    );
  }
  stream.once('error', (error) => complain(`the log ${path} cannot be written any more: ${error.message}\n`));
  return {
    write: (line) => {
      if (!stream.destroyed) stream.write(line);
    },
    close: () => new Promise((resolve) => (stream.destroyed ? resolve() : stream.end(() => resolve()))),
  };
}
