import type { Enqueue, Source } from '@kubemin/controller';
import { type Change, type Informer, objectKey } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';
import type { ConfigMap, Pod, Secret } from '@kubemin/kubeapi/types/core.v1';
import { type ConfigKind, type ConfigLookup, type ConfigPlace, placeKey } from './config-lookup.ts';

/** The informers of configuration and of the pods that use it. */
export interface ConfigTrackerOptions {
  readonly configMaps: Informer<ConfigMap>;
  readonly secrets: Informer<Secret>;
  readonly pods: Informer<Pod>;
}

/**
 * The ConfigMaps and Secrets that pods are waiting for. Only those that were looked for in vain are noted: pods that have
 * what they need, or need nothing, cost nothing when anything changes.
 */
export class ConfigTracker implements ConfigLookup {
  readonly #informers: ConfigTrackerOptions;
  readonly #waiting = new Map<string, Set<string>>();
  readonly #places = new Map<string, readonly string[]>();

  constructor(informers: ConfigTrackerOptions) {
    this.#informers = informers;
  }

  keys({ kind, namespace, name }: ConfigPlace): ReadonlySet<string> | undefined {
    const key = `${namespace}/${name}`;
    if (kind === 'secret') {
      const secret = this.#informers.secrets.get(key);
      return secret && new Set(Object.keys(secret.data ?? {}));
    }
    const map = this.#informers.configMaps.get(key);
    return map && new Set([...Object.keys(map.data ?? {}), ...Object.keys(map.binaryData ?? {})]);
  }

  /** What variables are filled with: of a ConfigMap its texts, of a Secret what it holds, as text. */
  values({ kind, namespace, name }: ConfigPlace): ReadonlyMap<string, string> | undefined {
    const key = `${namespace}/${name}`;
    if (kind === 'configmap') {
      const map = this.#informers.configMaps.get(key);
      return map && new Map(Object.entries(map.data ?? {}));
    }
    const secret = this.#informers.secrets.get(key);
    const decoded = ([field, value]: [string, string]) => [field, Buffer.from(value, 'base64').toString()] as const;
    return secret && new Map(Object.entries(secret.data ?? {}).map(decoded));
  }

  /**
   * From now on the pod waits for these places alone. To be called in the turn in which they were looked for: what comes
   * in between would not be noticed. A pod that is gone meanwhile waits for nothing, as nothing would remove its entry again.
   */
  await(pod: Pod, places: readonly ConfigPlace[]): void {
    const name = objectKey(pod);
    if (places.length === 0 && !this.#places.has(name)) return;
    if (this.#informers.pods.get(name)?.metadata.uid !== pod.metadata.uid) return;
    this.#forget(name);
    const keys = places.map(placeKey);
    if (keys.length > 0) this.#places.set(name, keys);
    for (const key of keys) {
      const pods = this.#waiting.get(key) ?? new Set();
      this.#waiting.set(key, pods.add(name));
    }
  }

  /** The pods to look at again: when something comes, changes or goes that they wait for, if only as the reason is another. */
  readonly source: Source = (enqueue) => {
    const { configMaps, secrets, pods } = this.#informers;
    const ends = [
      configMaps.onChange((change) => this.#notify('configmap', change, enqueue)),
      secrets.onChange((change) => this.#notify('secret', change, enqueue)),
      pods.onChange(({ type, key }) => {
        if (type === 'deleted') this.#forget(key);
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  };

  #notify(kind: ConfigKind, { object }: Change<KubeObject>, enqueue: Enqueue): void {
    if (this.#waiting.size === 0) return;
    for (const pod of this.#waiting.get(`${kind}/${objectKey(object)}`) ?? []) enqueue(pod);
  }

  #forget(pod: string): void {
    for (const key of this.#places.get(pod) ?? []) {
      const pods = this.#waiting.get(key);
      pods?.delete(pod);
      if (pods?.size === 0) this.#waiting.delete(key);
    }
    this.#places.delete(pod);
  }
}
