import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { type Disposables, systemRandom } from '@kubemin/base';
import { openDatabase, sql } from '@kubemin/sql';
import type { TestService } from '@kubemin/testing';
import { BenchChild } from '../support/bench-child.ts';
import type { Finding } from '../support/finding.ts';
import { interleave } from '../support/interleave.ts';
import type { SubjectSettings } from './subject.ts';
import type { MeasureSettings, SubjectName } from './subject-settings.ts';

/** One part of the benchmark. */
export type Scenario = (bench: Bench) => Promise<readonly Finding[]>;

/** The servers there are. All of them are the benchmark's own. */
export interface Services {
  /** Syncs every commit to disk. */
  readonly postgres: TestService;
  /** Syncs every write to disk. */
  readonly redisAlways: TestService;
  /** As Redis comes: snapshots now and then, nothing in between. */
  readonly redisDefaults: TestService;
}

/** A subject and what it works with. */
export interface Contender {
  /** As the table names it. */
  readonly label: string;
  readonly subject: SubjectName;
  readonly postgres?: boolean;
  readonly redis?: 'redisAlways' | 'redisDefaults';
}

/** How much is measured, and with what. */
export interface BenchOptions {
  readonly rounds: number;
  /** Work done side by side; twice as much is always waiting. */
  readonly concurrency: number;
  /** A number of tasks in full runs, less in quick ones. */
  readonly scale: (full: number) => number;
  /** Node's own flags for what is measured. */
  readonly flags: readonly string[];
  /** Holds all files of the benchmark; its creator removes it. */
  readonly directory: string;
  readonly services: Services;
  readonly disposables: Disposables;
}

/** What a child found out. */
export type Measured = Readonly<Record<string, number>>;

/** Starts what is measured and ends it again. */
export class Bench {
  readonly options: BenchOptions;

  constructor(options: BenchOptions) {
    this.options = options;
  }

  /** Runs one contender in a process of its own, on a database of its own. */
  async measure(
    contender: Contender,
    effort: Omit<MeasureSettings, keyof SubjectSettings | 'subject'> & { readonly steps?: number },
  ): Promise<Measured> {
    const { directory, services, concurrency, flags } = this.options;
    const redis = contender.redis === undefined ? undefined : services[contender.redis];
    const settings: MeasureSettings = {
      subject: contender.subject,
      directory: await mkdtemp(join(directory, 'data-')),
      concurrency,
      steps: 1,
      ...effort,
      ...(contender.postgres === true && { postgresUrl: await this.#database() }),
      ...(redis !== undefined && { redis: { host: redis.host, port: redis.port } }),
    };
    const script = join(import.meta.dirname, 'subject-child.ts');
    const child = new BenchChild({ script, settings: { ...settings }, flags });
    this.options.disposables.add(() => child.stop());
    const measured = await child.result();
    await child.ended();
    return measured;
  }

  /** Each contender in turn, as many rounds as there are. */
  async race(contenders: readonly Contender[], effort: Parameters<Bench['measure']>[1]): Promise<readonly Rounds[]> {
    const rounds = await interleave(contenders, this.options.rounds, (contender) => this.measure(contender, effort));
    return contenders.map((contender, index) => ({ contender, rounds: rounds[index] ?? [] }));
  }

  async #database(): Promise<string> {
    const { url } = this.options.services.postgres;
    const name = `bench_${systemRandom.uuid().replaceAll('-', '')}`;
    await using database = await openDatabase(url);
    await sql`create database ${sql.ref(name)}`.execute(database.query);
    const own = new URL(url);
    own.pathname = `/${name}`;
    return own.href;
  }
}

/** What a contender did, round by round. */
export interface Rounds {
  readonly contender: Contender;
  readonly rounds: readonly Measured[];
}

/** One figure of all rounds. */
export function figures({ rounds }: Rounds, name: string): readonly number[] {
  return rounds.map((round) => round[name] ?? Number.NaN);
}
