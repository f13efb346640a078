import { type Clock, doAgainAndAgain, type Logger } from '@kubemin/base';
import type { AuditRows } from './audit-rows.ts';

export interface AuditRetentionOptions {
  readonly rows: Pick<AuditRows, 'removeOlder'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly keepForMs: number;
  readonly everyMs: number;
}

const BATCH = 200;
const PAUSE_MS = 50;

/** Removes entries that are too old, until the signal aborts. Any number of processes may do it on one database. */
export function keepAuditShort(options: AuditRetentionOptions, signal: AbortSignal): Promise<void> {
  const { rows, clock, logger, keepForMs, everyMs } = options;
  const work = async (): Promise<void> => {
    const tooOld = clock.now() - keepForMs;
    while (!signal.aborted && (await rows.removeOlder(tooOld, BATCH)) === BATCH) await clock.sleep(PAUSE_MS, signal);
  };
  const failure = 'Old audit entries could not be removed; trying again later.';
  return doAgainAndAgain({ clock, logger, everyMs, failure, work }, signal);
}
