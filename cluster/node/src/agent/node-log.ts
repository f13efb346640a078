import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, jsonLogger, type Logger } from '@kubemin/base';

/** Has the logs of the node itself, for the node log query of the kubelet API. */
export function nodeLogDirectory(directory: string): string {
  return join(directory, 'node-logs');
}

const LOG_FILE = 'kubelet.log';
/** Then it is kept as one older file, and a new one begins. */
const LARGEST_LOG = 10 * 1024 * 1024;

/** A logger that also writes to `kubelet.log` of the node; a log that cannot be written is no reason to stop. */
export function withNodeLog(logger: Logger, { directory, clock }: NodeLogOptions): Logger {
  const logs = nodeLogDirectory(directory);
  const file = join(logs, LOG_FILE);
  mkdirSync(logs, { recursive: true, mode: 0o700 });
  let size = fileSize(file);
  const write = (line: string): void => {
    try {
      if (size > LARGEST_LOG) {
        renameSync(file, `${file}.1`);
        size = 0;
      }
      const text = line.endsWith('\n') ? line : `${line}\n`;
      appendFileSync(file, text, { mode: 0o600 });
      size += Buffer.byteLength(text);
    } catch (error) {
      logger.debug('cannot write the log of the node', { file, error });
    }
  };
  return bothLoggers(logger, jsonLogger({ clock, write }));
}

export interface NodeLogOptions {
  /** Of the node. */
  readonly directory: string;
  readonly clock: Clock;
}

function bothLoggers(one: Logger, other: Logger): Logger {
  const at =
    (level: 'debug' | 'info' | 'warn' | 'error'): Logger['info'] =>
    (message, fields) => {
      one[level](message, fields);
      other[level](message, fields);
    };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (fields) => bothLoggers(one.child(fields), other.child(fields)),
  };
}

function fileSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
