import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disposables } from '@kubemin/base';
import { BenchChild } from '../support/bench-child.ts';
import type { Finding } from '../support/finding.ts';
import type { ServerAccess } from './settings.ts';

const SETTLE_MS = 2_000;

/** One part of the benchmark. */
export type Scenario = (bench: ControllerBench) => Promise<readonly Finding[]>;

/** How much is measured, and where. */
export interface ControllerBenchOptions {
  readonly rounds: number;
  /** A number of objects in full runs, less in quick ones. */
  readonly scale: (full: number) => number;
  readonly directory: string;
  readonly certificates: string;
  readonly ca: string;
  readonly token: string;
  readonly open: Disposables;
}

/** What a child found out. */
export type Values = Readonly<Record<string, number>>;

/** Starts what is measured, in processes of their own. */
export class ControllerBench {
  readonly options: ControllerBenchOptions;

  constructor(options: ControllerBenchOptions) {
    this.options = options;
  }

  /** A server with so many config maps in it. */
  async serverWith(objects: number): Promise<ServerAccess> {
    const { certificates, ca, token, open } = this.options;
    const directory = await mkdtemp(join(this.options.directory, 'data-'));
    const seed = this.#child('../apiserver/seed-child.ts', { directory, objects });
    await seed.result();
    await seed.ended();
    const child = this.#child('../apiserver/server-child.ts', { directory, certificates, token });
    open.add(() => child.stop());
    return { server: `https://127.0.0.1:${await child.port()}`, ca, token };
  }

  /** Runs a child to its result. */
  async runChild(script: string, settings: Readonly<Record<string, unknown>>): Promise<Values> {
    const child = this.#child(`${script}.ts`, settings);
    try {
      return await child.result();
    } finally {
      await child.stop();
    }
  }

  /** Starts a child that lives until it is stopped, or to the end of the scenario. */
  start(script: string, settings: Readonly<Record<string, unknown>>): BenchChild {
    const child = this.#child(`${script}.ts`, settings);
    this.options.open.add(() => child.stop());
    return child;
  }

  /** Gives a child that stands by the time to load and to look at the lease. */
  settled(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  }

  #child(script: string, settings: Readonly<Record<string, unknown>>): BenchChild {
    return new BenchChild({ script: join(import.meta.dirname, script), settings });
  }
}
