import { Nudge } from '@kubemin/base';
import { type Informer, objectKey } from '@kubemin/kube';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';

/** Tells those who wait for a pod that it changed; one handler for all of them. */
export class PodNews {
  readonly #waiting = new Map<string, Set<Nudge>>();
  readonly #stop: () => void;

  constructor(pods: Informer<Pod>) {
    this.#stop = pods.onChange(({ object }) => {
      for (const nudge of this.#waiting.get(objectKey(object)) ?? []) nudge.nudge();
    });
  }

  /** Nudged at every change of the pod; the answer's `end` stops that. */
  of(key: string): { readonly nudge: Nudge; end(): void } {
    const nudge = new Nudge();
    const waiting = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, waiting.add(nudge));
    return {
      nudge,
      end: () => {
        waiting.delete(nudge);
        if (waiting.size === 0) this.#waiting.delete(key);
      },
    };
  }

  stop(): void {
    this.#stop();
  }
}
