import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Topic } from '@kubemin/client';

/** The options of clients in a process of their own. */
export interface FollowersOptions {
  readonly url: string;
  readonly token: string;
  readonly clients: number;
  readonly topics: readonly Topic[];
  /** Each client stops when it has seen so many runs end. */
  readonly runs: number;
  /** Of the places where connections break off. */
  readonly seed: number;
}

/** The sequences of each run, in the order in which they came. */
export type History = Readonly<Record<string, readonly number[]>>;

/** What the clients of one process have seen; those that saw the same are counted together. */
export interface Sightings {
  readonly reconnects: number;
  readonly histories: readonly { readonly clients: number; readonly history: History }[];
}

/** The messages of the process: first that all its clients are connected, then what they received. */
export type FollowersMessage =
  | { readonly kind: 'ready' }
  | ({ readonly kind: 'seen' } & Sightings)
  | { readonly kind: 'failed'; readonly reason: string };

const PROGRAM = join(import.meta.dirname, 'followers.process.ts');

/** Clients that follow topics in a process of their own, so that what they do costs the server nothing. */
export class Followers {
  /** Resolves when every client has received where its stream begins. */
  readonly ready: Promise<void>;
  readonly seen: Promise<Sightings>;
  readonly #child: ChildProcess;
  readonly #gone: Promise<unknown>;

  constructor(options: FollowersOptions) {
    this.#child = fork(PROGRAM, [JSON.stringify(options)], { execArgv: ['--disable-warning=ExperimentalWarning'] });
    this.#gone = once(this.#child, 'exit');
    const [ready, seen] = [Promise.withResolvers<void>(), Promise.withResolvers<Sightings>()];
    this.ready = ready.promise;
    this.seen = seen.promise;
    const fail = (reason: string): void => {
      for (const { reject } of [ready, seen]) reject(new Error(reason));
    };
    this.#child.on('message', (message: FollowersMessage) => {
      if (message.kind === 'ready') ready.resolve();
      else if (message.kind === 'seen') seen.resolve(message);
      else fail(message.reason);
    });
    this.#child.on('exit', (code, signal) => fail(`the followers ended with ${signal ?? code}`));
    // A caller that awaits one of them gets the failure there.
    for (const promise of [this.ready, this.seen]) promise.catch(() => undefined);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.kill('SIGKILL');
    await this.#gone;
  }
}
