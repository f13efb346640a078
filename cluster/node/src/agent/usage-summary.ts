import { readFile, statfs } from 'node:fs/promises';
import type { Clock } from '@kubemin/base';
import { timestamp } from '@kubemin/kubeapi';
import { type StatsSummary, sumStats } from '../config/index.ts';
import type { ContainerRuntime, ContainerStats, ContainerStatus, SandboxStatus } from '../runtime/index.ts';

/** Two samples that are closer than this are too inexact: processor time is counted in hundredths of a second. */
const SHORTEST_WINDOW_MS = 500;
/** Of /proc/stat, as for the processor time of processes. */
const TICK_NANOSECONDS = 10_000_000;

interface Sample {
  readonly nanoseconds: number;
  readonly at: number;
}

/** Turns processor time since the start into cores that are used now, from one sample to the next. */
class RateMeter {
  #before: Sample | undefined;
  #rate = 0;

  /** In nanoseconds of processor time per second. */
  add(sample: Sample): number {
    const before = this.#before;
    const passedMs = before === undefined ? 0 : sample.at - before.at;
    if (before !== undefined && passedMs < SHORTEST_WINDOW_MS) return this.#rate;
    if (before !== undefined) {
      this.#rate = Math.max(Math.round(((sample.nanoseconds - before.nanoseconds) / passedMs) * 1000), 0);
    }
    this.#before = sample;
    return this.#rate;
  }
}

export interface UsageSummaryOptions {
  readonly node: string;
  /** On the disk whose use is reported. */
  readonly directory: string;
  readonly runtime: ContainerRuntime;
  readonly clock: Clock;
}

/** What the node and its containers use. Rates are those since the last time it was asked for. */
export class UsageSummary {
  readonly #options: UsageSummaryOptions;
  readonly #meters = new Map<string, RateMeter>();
  readonly #machine = new RateMeter();

  constructor(options: UsageSummaryOptions) {
    this.#options = options;
  }

  async read(): Promise<StatsSummary> {
    const { runtime, clock, node } = this.#options;
    const [sandboxes, containers, stats] = await Promise.all([
      runtime.listSandboxes(),
      runtime.listContainers(),
      runtime.listStats(),
    ]);
    this.#forgetEnded(stats);
    const time = timestamp(clock.now());
    return {
      node: { nodeName: node, ...(await this.#readMachine(time)) },
      pods: sandboxes.flatMap((sandbox) => this.#pod(sandbox, containers, stats, time)),
    };
  }

  #pod(
    { id, pod, state, createdAt }: SandboxStatus,
    containers: readonly ContainerStatus[],
    stats: readonly ContainerStats[],
    time: string,
  ): StatsSummary['pods'] {
    if (state !== 'ready') return [];
    const own = stats.filter(({ sandboxId }) => sandboxId === id);
    const used = own.map((container) => {
      const startedAt = containers.find((status) => status.id === container.id)?.startedAt ?? container.at;
      const rate = this.#meter(container.id).add({ nanoseconds: Number(container.cpuNanoseconds), at: container.at });
      return {
        name: container.name,
        startTime: timestamp(startedAt),
        cpu: { time, usageNanoCores: rate, usageCoreNanoSeconds: Number(container.cpuNanoseconds) },
        memory: { time, workingSetBytes: container.memoryBytes },
      };
    });
    return [
      {
        podRef: pod,
        startTime: timestamp(createdAt),
        ...sumStats(used, time),
        containers: used,
        'ephemeral-storage': { time, usedBytes: 0 },
      },
    ];
  }

  #meter(id: string): RateMeter {
    const known = this.#meters.get(id) ?? new RateMeter();
    this.#meters.set(id, known);
    return known;
  }

  #forgetEnded(stats: readonly ContainerStats[]): void {
    const running = new Set(stats.map(({ id }) => id));
    for (const id of this.#meters.keys()) {
      if (!running.has(id)) this.#meters.delete(id);
    }
  }

  async #readMachine(time: string): Promise<Omit<StatsSummary['node'], 'nodeName'>> {
    const { clock, directory } = this.#options;
    const [stat, memory, disk] = await Promise.all([
      readFile('/proc/stat', 'utf8'),
      readFile('/proc/meminfo', 'utf8'),
      statfs(directory),
    ]);
    const nanoseconds = busyTicks(stat) * TICK_NANOSECONDS;
    const capacityBytes = disk.blocks * disk.bsize;
    const availableBytes = disk.bavail * disk.bsize;
    return {
      cpu: {
        time,
        usageNanoCores: this.#machine.add({ nanoseconds, at: clock.now() }),
        usageCoreNanoSeconds: nanoseconds,
      },
      memory: { time, workingSetBytes: Math.max(kibibytes(memory, 'MemTotal') - kibibytes(memory, 'MemAvailable'), 0) },
      fs: { time, capacityBytes, availableBytes, usedBytes: capacityBytes - disk.bfree * disk.bsize },
    };
  }
}

/** The first line of /proc/stat without idle time and waiting for disks, fields 4 and 5. */
function busyTicks(stat: string): number {
  const [, ...fields] = (stat.split('\n')[0] ?? '').trim().split(/\s+/);
  return fields.slice(0, 8).reduce((sum, field, index) => (index === 3 || index === 4 ? sum : sum + Number(field)), 0);
}

function kibibytes(memory: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(memory)?.[1] ?? 0) * 1024;
}
