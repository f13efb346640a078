import type { Clock } from '@kubemin/base';
import type { Change } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';

interface Expectation {
  readonly owner: string;
  readonly kind: 'creation' | 'deletion';
  readonly since: number;
}

/** After this time the event counts as lost, and the cache as right. */
const TIMEOUT_MS = 5 * 60_000;

/**
 * What an owner has asked for and its cache does not show yet. While anything is expected, the number of children in
 * the cache is wrong, and acting on it would make surplus children or delete too many.
 * Expectations are recorded before the request is sent, so the order of response and watch event does not matter.
 */
export class Expectations<T extends KubeObject> {
  readonly #clock: Clock;
  readonly #byChild = new Map<string, Expectation>();
  readonly #byOwner = new Map<string, Set<string>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  expectCreation(owner: string, child: string): void {
    this.#expect(child, { owner, kind: 'creation', since: this.#clock.monotonic() });
  }

  expectDeletion(owner: string, child: string): void {
    this.#expect(child, { owner, kind: 'deletion', since: this.#clock.monotonic() });
  }

  /** The request was refused: nothing will be seen. */
  drop(child: string): void {
    const known = this.#byChild.get(child);
    if (known === undefined) return;
    this.#byChild.delete(child);
    const children = this.#byOwner.get(known.owner);
    if (children?.delete(child) && children.size === 0) this.#byOwner.delete(known.owner);
  }

  /** To be called with every change, before any controller acts on it. */
  observe(change: Change<T>): void {
    const known = this.#byChild.get(change.key);
    if (known === undefined) return;
    const gone = change.type === 'deleted' || change.object.metadata.deletionTimestamp !== undefined;
    if (known.kind === 'creation' || gone) this.drop(change.key);
  }

  /** Whether the cache shows everything the owner has done. */
  satisfied(owner: string): boolean {
    const overdue = this.#clock.monotonic() - TIMEOUT_MS;
    for (const child of [...(this.#byOwner.get(owner) ?? [])]) {
      const since = this.#byChild.get(child)?.since;
      if (since !== undefined && since <= overdue) this.drop(child);
    }
    return !this.#byOwner.has(owner);
  }

  /**
   * How long until all that the owner waits for counts as lost; undefined when it waits for nothing. An owner that is
   * not satisfied has to reconcile again then: no event will trigger it.
   */
  timeToExpiryMs(owner: string): number | undefined {
    let latest: number | undefined;
    for (const child of this.#byOwner.get(owner) ?? []) {
      const { since = 0 } = this.#byChild.get(child) ?? {};
      latest = Math.max(latest ?? since, since);
    }
    return latest === undefined ? undefined : latest + TIMEOUT_MS - this.#clock.monotonic();
  }

  #expect(child: string, expectation: Expectation): void {
    this.drop(child);
    this.#byChild.set(child, expectation);
    const children = this.#byOwner.get(expectation.owner) ?? new Set<string>();
    children.add(child);
    this.#byOwner.set(expectation.owner, children);
  }
}
