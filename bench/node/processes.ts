import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** A process that runs. */
export interface RunningProcess {
  readonly pid: number;
  readonly command: readonly string[];
}

const TICK_MS = 10;
const KIB = 1024;
/** The format of /proc/PID/pagemap. */
const PAGE_BYTES = 4096;
const PAGE_ENTRY_BYTES = 8;
const PRESENT = 1n << 63n;
const PAGE_NUMBER = (1n << 55n) - 1n;
const PAGES_AT_ONCE = 8192;

/** The processes of a node, by the directory of its runtime: its agent, its pods, and what holds and supervises them. */
export function nodeProcesses(runtimeDirectory: string, roots: readonly number[] = []): readonly RunningProcess[] {
  const anchor = Number(read(join(runtimeDirectory, 'anchor.stat')).split(' ')[0]);
  const namespace = userNamespace(anchor);
  const isOwn = namespace !== '' && namespace !== userNamespace('self');
  const all = processIds().map((pid) => ({ pid, parent: parentPid(pid), command: processCommand(pid) }));
  const found = new Set([...roots, anchor]);
  for (const { pid, command } of all) {
    const isInside = isOwn && userNamespace(pid) === namespace;
    if (isInside || command.some((word) => word.includes(runtimeDirectory))) found.add(pid);
  }
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return all.filter(({ pid }) => found.has(pid));
}

/** Processor time of all of them and of what they have started, as far as that has ended. */
export function processorMs(processes: readonly RunningProcess[]): number {
  return processes.reduce((sum, { pid }) => sum + ownProcessorMs(pid) + endedProcessorMs(pid), 0);
}

/**
 * What they have in memory: pages of several processes count for each of them in part (PSS), and in full (RSS). Memory that
 * is no part of a file does not depend on what else runs on the machine.
 */
export function processMemory(processes: readonly RunningProcess[]) {
  const total = { shareBytes: 0, residentBytes: 0, anonymousBytes: 0 };
  for (const { pid } of processes) {
    const text = read(`/proc/${pid}/smaps_rollup`);
    const field = (name: string): number => Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(text)?.[1] ?? 0) * KIB;
    total.shareBytes += field('Pss');
    total.residentBytes += field('Rss');
    total.anonymousBytes += field('Anonymous');
  }
  return total;
}

/**
 * What they have in memory with each page counted once, however many of them have mapped it: what the machine has less of.
 * Undefined where this process may not see the numbers of pages: only root may.
 */
export function distinctBytes(processes: readonly RunningProcess[]): number | undefined {
  const pages = new Set<bigint>();
  for (const { pid } of processes) for (const page of presentPages(pid)) pages.add(page);
  // Their numbers are hidden as 0.
  return pages.has(0n) || pages.size === 0 ? undefined : pages.size * PAGE_BYTES;
}

/** The numbers of the pages that a process has mapped and in memory. */
function* presentPages(pid: number): Generator<bigint> {
  let file: number;
  try {
    file = openSync(`/proc/${pid}/pagemap`, 'r');
  } catch {
    return;
  }
  try {
    for (const [, from = '0', to = '0'] of read(`/proc/${pid}/maps`).matchAll(/^([0-9a-f]+)-([0-9a-f]+) /gm)) {
      const first = Number.parseInt(from, 16) / PAGE_BYTES;
      const last = Number.parseInt(to, 16) / PAGE_BYTES;
      for (let page = first; page < last; page += PAGES_AT_ONCE) {
        const buffer = Buffer.alloc(Math.min(PAGES_AT_ONCE, last - page) * PAGE_ENTRY_BYTES);
        const length = readSync(file, buffer, 0, buffer.length, page * PAGE_ENTRY_BYTES);
        for (let at = 0; at < length; at += PAGE_ENTRY_BYTES) {
          const entry = buffer.readBigUInt64LE(at);
          if ((entry & PRESENT) !== 0n) yield entry & PAGE_NUMBER;
        }
      }
    }
  } catch {
    // It has ended meanwhile.
  } finally {
    closeSync(file);
  }
}

/** Processor time of one process, without what it has started. */
export function ownProcessorMs(pid: number | 'self'): number {
  const threads = list(`/proc/${pid}/task`).map((thread) => read(`/proc/${pid}/task/${thread}/schedstat`));
  // The clock of the scheduler: ticks do not count processes that run for less than one. Some kernels lack it. Ticks have threads that ended.
  const running = threads.reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0);
  return Math.max(running, ticksMs(pid, 11));
}

/** Processor time of processes that this one has started and waited for, in steps of 10 ms. */
export function endedProcessorMs(pid: number | 'self'): number {
  return ticksMs(pid, 13);
}

/** The sum of two fields of /proc/PID/stat: for user and for system. */
function ticksMs(pid: number | 'self', field: number): number {
  const [user = 0, system = 0] = statFields(pid)
    .slice(field, field + 2)
    .map(Number);
  return (user + system) * TICK_MS;
}

function processIds(): readonly number[] {
  return list('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function processCommand(pid: number): readonly string[] {
  return read(`/proc/${pid}/cmdline`).split('\0');
}

function parentPid(pid: number): number {
  return Number(statFields(pid)[1] ?? 0);
}

/** What follows the name of the program, which is in brackets and may contain anything. */
function statFields(pid: number | 'self'): readonly string[] {
  const text = read(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function userNamespace(pid: number | 'self'): string {
  try {
    return readlinkSync(`/proc/${pid}/ns/user`);
  } catch {
    return '';
  }
}

/** Processes end at any time: then there is nothing to read. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function list(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
