import { readFileSync } from 'node:fs';

/**
 * A process of this machine. Process ids are used again; with its start time one is the same process for as long as the
 * machine runs.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** Field 22 of /proc/PID/stat, in clock ticks since the machine was started. */
  readonly startTime: string;
}

/** Reads a line of /proc/PID/stat; undefined for anything else. The name in it may contain spaces and parentheses. */
export function parseProcessStat(line: string): (ProcessIdentity & { readonly state: string }) | undefined {
  const pid = Number.parseInt(line, 10);
  const rest = line
    .slice(line.lastIndexOf(')') + 2)
    .trim()
    .split(' ');
  const [state = '', startTime = ''] = [rest[0], rest[19]];
  return Number.isSafeInteger(pid) && pid > 0 && /^\d+$/.test(startTime) ? { pid, startTime, state } : undefined;
}

/** Whether the process still runs; one that has ended and was not waited for yet does not. */
export function isAlive({ pid, startTime }: ProcessIdentity): boolean {
  const found = findProcess(pid);
  return found !== undefined && found.startTime === startTime;
}

/** The process that has this id now, unless it has ended. */
export function findProcess(pid: number): ProcessIdentity | undefined {
  try {
    const found = parseProcessStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return found === undefined || found.state === 'Z' || found.state === 'X' ? undefined : found;
  } catch {
    return undefined;
  }
}

/** Sends a signal, unless the process is gone. */
export function signalProcess(identity: ProcessIdentity, signal: NodeJS.Signals): void {
  if (!isAlive(identity)) return;
  try {
    process.kill(identity.pid, signal);
  } catch {
    // It has ended between the two calls.
  }
}
