import { join } from 'node:path';
import type { Disposables } from '@kubemin/base';
import { BenchChild } from '../support/bench-child.ts';
import type { BareSettings, ServerSettings } from './settings.ts';

/** A server under measurement. */
export interface Subject {
  readonly child: BenchChild;
  readonly port: number;
}

/** Settings of the servers, by the script that starts them. */
export interface SubjectSettings {
  readonly 'server-child': ServerSettings;
  readonly 'bare-child': BareSettings;
}

/** Starts servers in processes of their own. */
export class Subjects {
  readonly #flags: readonly string[];
  readonly #open: Disposables;

  /** The flags are Node's own. */
  constructor(flags: readonly string[], open: Disposables) {
    this.#flags = flags;
    this.#open = open;
  }

  /** Resolves when it listens. */
  async start<S extends keyof SubjectSettings>(script: S, settings: SubjectSettings[S]): Promise<Subject> {
    const child = new BenchChild({
      script: join(import.meta.dirname, `${script}.ts`),
      settings: { ...settings },
      flags: this.#flags,
    });
    this.#open.add(() => child.stop());
    return { child, port: await child.port() };
  }
}
