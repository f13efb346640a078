import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { BenchChild } from '../support/bench-child.ts';
import type { Finding } from '../support/finding.ts';
import type { ClusterSize } from './settings.ts';

/** One part of the benchmark. */
export type Scenario = (bench: ClusterBench) => Promise<readonly Finding[]>;

/** How much is measured, and where. */
export interface ClusterBenchOptions {
  readonly rounds: number;
  /** A tenth of everything. */
  readonly quick: boolean;
  /** Removed in the end. */
  readonly directory: string;
  /** Where profiles go that are to stay. */
  readonly profiles: string | undefined;
}

/** What a child found out. */
export type Values = Readonly<Record<string, number>>;

/** Starts clusters, each in a process of its own. */
export class ClusterBench {
  readonly options: ClusterBenchOptions;

  constructor(options: ClusterBenchOptions) {
    this.options = options;
  }

  /** A cluster with so many nodes and 10 pods for each of 1,000 of them, or a tenth of that. */
  size(nodes: number): ClusterSize {
    return this.options.quick
      ? { nodes: nodes / 10, deployments: 10, replicas: 100 }
      : { nodes, deployments: 100, replicas: 100 };
  }

  /** Runs a child to its result, over an empty directory. */
  async runChild(script: string, settings: Readonly<Record<string, unknown>>): Promise<Values> {
    const { profiles } = this.options;
    const directory = await mkdtemp(join(this.options.directory, 'data-'));
    const child = new BenchChild({
      script: join(import.meta.dirname, `${script}.ts`),
      settings: { ...settings, directory, ...(profiles && { profiles }) },
    });
    try {
      return await child.result();
    } finally {
      await child.stop();
    }
  }
}
