import { readFileSync, readlinkSync } from 'node:fs';
import { constants } from 'node:os';

/** Changes each time the machine is started. */
const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/**
 * A process of this machine. Process ids are used again; with its start time and the boot one is the same process for ever.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** Field 22 of /proc/PID/stat, in clock ticks since the machine was started. */
  readonly startTime: string;
  /** The content of /proc/sys/kernel/random/boot_id. */
  readonly bootId: string;
}

/** Reads what the scripts write about their process: a line of /proc/self/stat and the boot id; undefined for anything else. */
export function parseProcessRecord(text: string): ProcessIdentity | undefined {
  const found = parseProcessStat(text);
  const bootId = /\s([0-9a-f]+(?:-[0-9a-f]+)+)\s*$/.exec(text)?.[1];
  return found === undefined || bootId === undefined
    ? undefined
    : { pid: found.pid, startTime: found.startTime, bootId };
}

/** Reads a line of /proc/PID/stat; undefined for anything else. The name in it may contain spaces and parentheses. */
function parseProcessStat(
  line: string,
): { readonly pid: number; readonly startTime: string; readonly state: string } | undefined {
  const pid = Number.parseInt(line, 10);
  const rest = line
    .slice(line.lastIndexOf(')') + 2)
    .trim()
    .split(' ');
  const [state = '', startTime = ''] = [rest[0], rest[19]];
  return Number.isSafeInteger(pid) && pid > 0 && /^\d+$/.test(startTime) ? { pid, startTime, state } : undefined;
}

/** The boot of this machine; empty where that cannot be known. */
export function readBootId(): string {
  try {
    return readFileSync(BOOT_ID, 'utf8').trim();
  } catch {
    return '';
  }
}

/**
 * Whether the process still runs; one that has ended and was not waited for yet does not. What asks often passes the boot,
 * which is the same for as long as this process runs.
 */
export function isAlive({ pid, startTime, bootId }: ProcessIdentity, boot?: string): boolean {
  try {
    const found = parseProcessStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    if (found === undefined || found.state === 'Z' || found.state === 'X' || found.startTime !== startTime)
      return false;
    return bootId !== '' && (boot ?? readBootId()) === bootId;
  } catch {
    return false;
  }
}

/** Whether the process runs and its namespaces can be entered: those of one that is ending are gone before it is. */
export function isEnterable(identity: ProcessIdentity): boolean {
  return isAlive(identity) && readNamespace(identity.pid, 'net') !== undefined;
}

/** Sends a signal, unless the process is gone. */
export function signalProcess(identity: ProcessIdentity, signal: NodeJS.Signals | number): void {
  if (!isAlive(identity)) return;
  try {
    process.kill(identity.pid, signal);
  } catch {
    // It has ended between the two calls.
  }
}

/** What identifies the PID namespace of a process; undefined when it is gone. */
export function pidNamespace(pid: number | 'self'): string | undefined {
  return readNamespace(pid, 'pid');
}

/** Whether two processes that run are in one namespace of a kind. */
export function isSameNamespace(one: number | 'self', other: number | 'self', kind: 'user'): boolean {
  const found = readNamespace(one, kind);
  return found !== undefined && found === readNamespace(other, kind);
}

function readNamespace(pid: number | 'self', kind: 'net' | 'pid' | 'user'): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/${kind}`);
  } catch {
    return undefined;
  }
}

const REAL_TIME = { MIN: 34, MAX: 64 } as const;

/** An image may name any stop signal, also by its number or as `SIGRTMIN+3`; one that does not exist becomes SIGTERM. */
export function signalNumber(name = ''): number {
  const text = name.trim().toUpperCase().replace(/^SIG/, '');
  const byName = new Map<string, number>(Object.entries(constants.signals)).get(`SIG${text}`);
  const [, from, step = '0'] = /^RT(MIN|MAX)([+-]\d{1,2})?$/.exec(text) ?? [];
  const realTime = from === 'MIN' || from === 'MAX' ? REAL_TIME[from] + Number(step) : undefined;
  const number = byName ?? realTime ?? (/^\d{1,2}$/.test(text) ? Number(text) : 0);
  return number >= 1 && number <= REAL_TIME.MAX ? number : constants.signals.SIGTERM;
}
