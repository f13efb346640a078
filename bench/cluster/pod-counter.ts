import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { PodWatch } from '../support/pod-watch.ts';

/** How many pods there are, and how far they are. */
export interface PodNumbers {
  readonly present: number;
  readonly bound: number;
  readonly running: number;
}

/** Counts pods. */
export class PodCounter extends PodWatch {
  readonly #present = new Set<string>();
  readonly #bound = new Set<string>();
  readonly #running = new Set<string>();

  /** Resolves when the pods are as they should be. */
  until(reached: (numbers: PodNumbers) => boolean): Promise<void> {
    return this.waitFor(() =>
      reached({ present: this.#present.size, bound: this.#bound.size, running: this.#running.size }),
    );
  }

  protected apply(type: string, { metadata, spec, status }: Pod): void {
    const uid = metadata.uid ?? '';
    const exists = type !== 'DELETED';
    note(this.#present, uid, exists);
    note(this.#bound, uid, exists && spec?.nodeName !== undefined);
    note(this.#running, uid, exists && status?.phase === 'Running');
  }
}

function note(set: Set<string>, uid: string, holds: boolean): void {
  if (holds) set.add(uid);
  else set.delete(uid);
}
