import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disposables } from '@kubemin/base';
import { BenchChild } from '../support/bench-child.ts';
import type { Finding } from '../support/finding.ts';
import { H2Connection, type H2Target } from '../support/h2-connection.ts';
import { interleave } from '../support/interleave.ts';
import type { ServerSettings } from './settings.ts';

/** One part of the benchmark. */
export type Scenario = (bench: Bench) => Promise<readonly Finding[]>;

/** The scripts that can be started; each is one bundle. */
export type ChildScript = 'server-child' | 'bare-child' | 'sqlite-child' | 'seed-child';

/** How much is measured, and with what. */
export interface BenchOptions {
  readonly rounds: number;
  /** Requests per kind and round. */
  readonly requests: number;
  /** Requests per kind before anything counts. */
  readonly warmUp: number;
  /** Node's own flags for what is measured. */
  readonly flags: readonly string[];
  /** A number of objects or events in full runs, less in quick ones. */
  readonly scale: (full: number) => number;
  /** Holds all files of the benchmark; its creator removes it. */
  readonly directory: string;
  /** Where the bundles are. */
  readonly scripts: string;
  readonly ca: string;
  readonly certificates: string;
  readonly token: string;
  readonly disposables: Disposables;
}

/** A server that is being measured, and how to talk to it. */
export interface Subject {
  readonly child: BenchChild;
  connect(count: number): Promise<readonly H2Connection[]>;
}

/** Starts what is measured and ends it again. */
export class Bench {
  readonly options: BenchOptions;

  constructor(options: BenchOptions) {
    this.options = options;
  }

  /** A directory of its own. */
  directory(): Promise<string> {
    return mkdtemp(join(this.options.directory, 'data-'));
  }

  start(script: ChildScript, settings: Readonly<Record<string, unknown>>): BenchChild {
    const child = new BenchChild({
      script: join(this.options.scripts, `${script}.mjs`),
      settings,
      flags: this.options.flags,
    });
    this.options.disposables.add(() => child.stop());
    return child;
  }

  /** Waits until it can be talked to. */
  async serve(script: 'server-child' | 'bare-child', directory: string): Promise<Subject> {
    const { certificates, token, ca } = this.options;
    const settings: ServerSettings = { directory, certificates, token };
    const child = this.start(script, { ...settings });
    const target: H2Target = { port: await child.port(), ca, token };
    return {
      child,
      connect: async (count) => {
        const connections = await Promise.all(Array.from({ length: count }, () => H2Connection.open(target)));
        for (const connection of connections) this.options.disposables.add(() => connection.close());
        return connections;
      },
    };
  }

  /** A directory with config maps in it, as a server left it. */
  async seeded(objects: number): Promise<string> {
    const directory = await this.directory();
    const child = this.start('seed-child', { directory, objects });
    await child.result();
    await child.ended();
    return directory;
  }

  /** See `interleave`. */
  interleave<S, T>(
    subjects: readonly S[],
    measure: (subject: S, round: number) => Promise<T>,
  ): Promise<readonly (readonly T[])[]> {
    return interleave(subjects, this.options.rounds, measure);
  }
}
