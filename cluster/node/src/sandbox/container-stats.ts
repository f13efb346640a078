import { readdirSync, readFileSync } from 'node:fs';
import type { Clock } from '@kubemin/base';
import type { ContainerStats } from '../runtime/index.ts';
import { type ProcessIdentity, pidNamespace } from './process-identity.ts';

/** Linux reports processor time to programs in hundredths of a second, whatever the kernel counts in. */
const TICK_NANOSECONDS = 10_000_000n;

interface RunningContainer {
  readonly id: string;
  readonly sandboxId: string;
  readonly name: string;
  readonly init: ProcessIdentity;
}

/**
 * Adds up what the processes of each container use, by their PID namespace, in one pass over /proc. The time of processes
 * that have ended is in their parents', once those have waited for them.
 */
export function processStats(running: readonly RunningContainer[], clock: Clock): readonly ContainerStats[] {
  const byNamespace = new Map<string, { cpu: bigint; memory: number }>();
  const namespaces = running.map(({ init }) => pidNamespace(init.pid));
  for (const namespace of namespaces) {
    if (namespace !== undefined) byNamespace.set(namespace, { cpu: 0n, memory: 0 });
  }
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const sum = byNamespace.get(pidNamespace(Number(entry)) ?? '');
    if (sum === undefined) continue;
    sum.cpu += cpuTicks(entry) * TICK_NANOSECONDS;
    sum.memory += residentBytes(entry);
  }
  return running.map(({ id, sandboxId, name }, index) => {
    const { cpu, memory } = byNamespace.get(namespaces[index] ?? '') ?? { cpu: 0n, memory: 0 };
    return { id, sandboxId, name, cpuNanoseconds: cpu, memoryBytes: memory, at: clock.now() };
  });
}

/** User and system time of the process, and of its children that it has waited for: fields 14 to 17. */
function cpuTicks(pid: string): bigint {
  const line = read(`/proc/${pid}/stat`);
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, field) => sum + BigInt(field || 0), 0n);
}

/** The proportional share where it can be read, so that shared pages count once. */
function residentBytes(pid: string): number {
  const share = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1];
  if (share !== undefined) return Number(share) * 1024;
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
