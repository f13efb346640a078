import type { RecordedEvent } from '@kubemin/controller';
import type { ContainerStatus } from '../runtime/index.ts';
import { MORE_USERS } from '../sandbox/index.ts';

/** Programs that switch users do it when they start. */
const LONGEST_START_MS = 10_000;
const REFUSED = /operation not permitted|invalid argument/i;
const SWITCH =
  /set(e|res|re)?[ug]id|set ?groups|initgroups|chown|chgrp|changing (ownership|group)|su-exec|gosu|failed switching to/i;

/**
 * The event for a container, on a node whose containers have one user, that has failed as programs do which change their user or
 * the owner of a file; undefined for all others. `log` is the end of its log.
 */
export function userSwitchEvent(
  {
    name,
    exitCode = 0,
    startedAt = 0,
    finishedAt = 0,
  }: Pick<ContainerStatus, 'name' | 'exitCode' | 'startedAt' | 'finishedAt'>,
  log: string,
): RecordedEvent | undefined {
  if (exitCode === 0 || finishedAt - startedAt > LONGEST_START_MS) return undefined;
  const line = log.split('\n').findLast((text) => REFUSED.test(text) && SWITCH.test(text));
  if (line === undefined) return undefined;
  const shown = line.trim().slice(0, LONGEST_LINE);
  const message = `container ${name} could not change its user or the owner of a file (${shown}): containers of this node have one user; ${MORE_USERS}`;
  return { type: 'Warning', reason: 'UserSwitchFailed', message };
}

const LONGEST_LINE = 200;
