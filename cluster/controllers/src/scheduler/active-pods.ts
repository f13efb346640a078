/** What the order of waiting pods depends on. */
export interface RankedPod {
  readonly key: string;
  readonly priority: number;
  /** Pods of one kind can be placed together. */
  readonly kind: string;
}

type Kinds<P> = Map<string, Map<string, P>>;

/**
 * Pods that can be tried now: the most important first, kinds of the same importance in turns, and within a kind
 * the oldest first.
 */
export class ActivePods<P extends RankedPod> {
  readonly #pods = new Map<string, P>();
  readonly #buckets = new Map<number, Kinds<P>>();
  /** Highest first. There are few different ones. */
  #priorities: readonly number[] = [];

  get size(): number {
    return this.#pods.size;
  }

  get(key: string): P | undefined {
    return this.#pods.get(key);
  }

  add(pod: P): void {
    this.remove(pod.key);
    this.#pods.set(pod.key, pod);
    const kinds = this.#buckets.get(pod.priority) ?? this.#open(pod.priority);
    const same = kinds.get(pod.kind) ?? new Map<string, P>();
    same.set(pod.key, pod);
    kinds.set(pod.kind, same);
  }

  /** Pods that were taken get their place before all others of their kind back. */
  addFirst(pods: readonly P[]): void {
    const [one] = pods;
    if (one === undefined) return;
    const others = this.#buckets.get(one.priority)?.get(one.kind)?.values() ?? [];
    for (const pod of [...pods, ...others]) this.add(pod);
  }

  remove(key: string): P | undefined {
    const pod = this.#pods.get(key);
    if (pod === undefined) return undefined;
    this.#pods.delete(key);
    const kinds = this.#buckets.get(pod.priority);
    const same = kinds?.get(pod.kind);
    same?.delete(key);
    if (same?.size === 0) kinds?.delete(pod.kind);
    if (kinds?.size === 0) this.#close(pod.priority);
    return pod;
  }

  /** Takes out up to `max` pods, all of one kind. */
  take(max: number): readonly P[] {
    const [highest] = this.#priorities;
    const kinds = highest === undefined ? undefined : this.#buckets.get(highest);
    const [kind, same] = kinds?.entries().next().value ?? [];
    if (kinds === undefined || kind === undefined || same === undefined) return [];
    // Whatever is left of this kind comes after the other kinds.
    kinds.delete(kind);
    kinds.set(kind, same);
    const taken = [...same.values().take(max)];
    for (const { key } of taken) this.remove(key);
    return taken;
  }

  #open(priority: number): Kinds<P> {
    const kinds: Kinds<P> = new Map();
    this.#buckets.set(priority, kinds);
    this.#priorities = [...this.#buckets.keys()].sort((a, b) => b - a);
    return kinds;
  }

  #close(priority: number): void {
    this.#buckets.delete(priority);
    this.#priorities = this.#priorities.filter((one) => one !== priority);
  }
}
