import { createPlatformClient, isTerminal, type PlatformClient } from '@kubemin/client';
import { Completions } from '../engine/completions.ts';
import { driveLoad, type LoadResult } from '../engine/load.ts';
import type { DocumentOf } from './applications-document.ts';

/** Delivers applications to a platform as its users do: each is saved, its workflow is started, and its end is heard of. */
export class ApplicationLoad {
  readonly #client: PlatformClient;
  readonly #document: DocumentOf;
  readonly #completions = new Completions();
  readonly #stop = new AbortController();
  readonly #following: Promise<void>;
  #delivered = 0;

  constructor(access: { readonly url: string; readonly token: string }, document: DocumentOf) {
    this.#document = document;
    this.#client = createPlatformClient(access);
    this.#following = this.#follow();
    // Callers that wait for the end of a run get the error; without one it would be an unhandled rejection.
    this.#following.catch(() => undefined);
  }

  /** So many more, with so many under way at once. Rejects when one of them fails. */
  async deliver(count: number, outstanding: number): Promise<LoadResult> {
    const from = this.#delivered;
    this.#delivered += count;
    const subject = { submit: (index: number) => this.#submit(index), close: async () => undefined };
    const driven = driveLoad({ subject, completions: this.#completions, from, tasks: count, outstanding });
    const ended = this.#following.then(() => Promise.reject(new Error('the event stream of the platform ended')));
    return Promise.race([driven, ended]);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#following.catch(() => undefined);
  }

  async #submit(index: number): Promise<string> {
    const { id } = await this.#client.saveApplication({ text: this.#document(index), format: 'json' });
    return (await this.#client.execWorkflow(id)).taskId;
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stop;
    for await (const { event } of this.#client.followEvents({ topics: [{ kind: 'runs' }], signal })) {
      if (event.kind !== 'task' || !isTerminal(event.task.status)) continue;
      const { id, appName, status, error } = event.task;
      if (status !== 'completed') throw new Error(`the run of ${appName} ended ${status}: ${error}`);
      this.#completions.done(id);
    }
  }
}
