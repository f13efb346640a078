import { type Informer, objectKey } from '@kubemin/kube';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { FUNCTION_LABEL, POOL_LABEL, RUNTIME_LABEL } from './instance-pods.ts';

const BY_FUNCTION = 'function';
const BY_POOL = 'pool';

/**
 * The pods of functions: those of the informer, and what was written since and has not come back by the watch yet. Without
 * the latter a pod that was just created would be created once more.
 */
export class KnownPods {
  readonly #informer: Informer<Pod>;
  readonly #written = new Map<string, Pod>();
  readonly #deleted = new Set<string>();

  constructor(informer: Informer<Pod>) {
    this.#informer = informer;
    informer.addIndex(BY_FUNCTION, functionIndex);
    informer.addIndex(BY_POOL, poolIndex);
    informer.onChange(({ type, key, object }) => {
      const written = this.#written.get(key);
      if (type === 'deleted') this.#deleted.delete(object.metadata.uid ?? '');
      if (written !== undefined && (type === 'deleted' || version(object) >= version(written))) {
        this.#written.delete(key);
      }
    });
  }

  ofFunction(namespace: string, name: string): readonly Pod[] {
    const value = `${namespace}/${name}`;
    return this.#merge(this.#informer.byIndex(BY_FUNCTION, value), (pod) => functionIndex(pod).includes(value));
  }

  ofPool(namespace: string, runtime: string): readonly Pod[] {
    const value = `${namespace}/${runtime}`;
    return this.#merge(this.#informer.byIndex(BY_POOL, value), (pod) => poolIndex(pod).includes(value));
  }

  /** What the server returned for a write. */
  remember(pod: Pod): void {
    const key = objectKey(pod);
    const seen = this.#informer.get(key);
    if (seen === undefined || version(pod) > version(seen)) this.#written.set(key, pod);
  }

  forget(pod: Pod): void {
    this.#deleted.add(pod.metadata.uid ?? '');
    this.#written.delete(objectKey(pod));
  }

  #merge(seen: readonly Pod[], belongs: (pod: Pod) => boolean): readonly Pod[] {
    const merged = new Map(seen.map((pod) => [objectKey(pod), pod]));
    for (const [key, pod] of this.#written) {
      if (belongs(pod)) merged.set(key, pod);
      else merged.delete(key);
    }
    return [...merged.values()].filter(({ metadata }) => !this.#deleted.has(metadata.uid ?? ''));
  }
}

function functionIndex({ metadata: { namespace, labels } }: Pod): string[] {
  const name = labels?.[FUNCTION_LABEL];
  return name === undefined ? [] : [`${namespace}/${name}`];
}

function poolIndex({ metadata: { namespace, labels } }: Pod): string[] {
  return labels?.[POOL_LABEL] === 'true' ? [`${namespace}/${labels[RUNTIME_LABEL]}`] : [];
}

function version({ metadata }: Pod): bigint {
  return /^\d+$/.test(metadata.resourceVersion ?? '') ? BigInt(metadata.resourceVersion ?? 0) : 0n;
}
