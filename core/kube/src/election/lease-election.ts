import { type Clock, type Logger, type Random, toError } from '@kubemin/base';
import { isStatusError } from '@kubemin/kubeapi';
import { coordination } from '@kubemin/kubeapi/resources';
import type { Lease } from '@kubemin/kubeapi/types/coordination.v1';
import { withDeadline } from '../deadline.ts';
import type { KubeClient } from '../resource/kube-client.ts';
import type { ResourceClient } from '../resource/resource-client.ts';
import { HeldLease, type Leadership } from './leadership.ts';
import { durationMs, releasedSpec, renewedSpec, takenSpec } from './lease-record.ts';
import { type LeaseTimes, leaseTimes } from './lease-times.ts';
import { leastElapsed, type Moment, momentOf } from './moment.ts';

/** For what to stand, and as whom. */
export interface LeaseElectionOptions extends Partial<LeaseTimes> {
  readonly client: KubeClient;
  readonly namespace: string;
  /** Of the Lease: candidates for the same thing name the same one. */
  readonly name: string;
  /** Of this process: no other may use it, nor this one after a restart. */
  readonly identity: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/**
 * An election among processes by a Kubernetes Lease. At most one of them leads, whatever happens to their clocks, as
 * long as those run at about the same speed: a leader stops before its lease can run out, measured from before it asked
 * for it; a candidate takes a lease only when it has seen it unchanged for its whole duration.
 */
export interface LeaseElection {
  /**
   * Stands until the signal aborts. `lead` is called with each term won, and the next begins only when it has returned;
   * when it returns early or throws, the lease is left to others, at once unless it forfeited its term. Resolves when
   * everything is wound up; never rejects.
   */
  run(signal: AbortSignal, lead: (leadership: Leadership) => Promise<void>): Promise<void>;
  /** The identity of the leader when we last looked. */
  readonly leader: string | undefined;
}

/** A candidate that does not stand yet. */
export function createLeaseElection(options: LeaseElectionOptions): LeaseElection {
  return new KubeLeaseElection(options);
}

interface Taken {
  readonly lease: Lease;
  readonly since: Moment;
}

/** A candidate comes up to this part of the period late, so that those who wait for one lease don't all come at once. */
const SPREAD = 0.2;

class KubeLeaseElection implements LeaseElection {
  readonly #options: LeaseElectionOptions;
  readonly #times: LeaseTimes;
  readonly #leases: ResourceClient<Lease>;
  readonly #logger: Logger;
  #seen: { readonly lease: Lease; readonly at: Moment } | undefined;

  constructor(options: LeaseElectionOptions) {
    this.#options = options;
    this.#times = leaseTimes(options);
    this.#leases = options.client.resource(coordination.v1.leases, options.namespace);
    this.#logger = options.logger.child({ lease: `${options.namespace}/${options.name}`, identity: options.identity });
  }

  get leader(): string | undefined {
    return this.#seen?.lease.spec?.holderIdentity;
  }

  async run(signal: AbortSignal, lead: (leadership: Leadership) => Promise<void>): Promise<void> {
    const { clock, random } = this.#options;
    while (!signal.aborted) {
      const taken = await this.#tryTo('take the lease', signal, (inTime) => this.#take(inTime));
      if (taken !== undefined) await this.#serve(taken, signal, lead);
      await clock.sleep(this.#times.retryPeriodMs * (1 + SPREAD * random.next()), signal);
    }
  }

  async #take(signal: AbortSignal): Promise<Taken | undefined> {
    const { clock, name, namespace, identity } = this.#options;
    const found = await this.#leases.find(name, { signal });
    if (found !== undefined && !this.#isFree(this.#look(found))) return undefined;
    const since = momentOf(clock);
    const spec = takenSpec(found, { identity, leaseDurationMs: this.#times.leaseDurationMs, now: clock.now() });
    const metadata = { name, namespace };
    const lease =
      found === undefined
        ? await this.#leases.create({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec }, { signal })
        : await this.#leases.update({ ...found, spec }, { signal });
    return { lease: this.#look(lease), since };
  }

  /** Remembers since when the lease has been as it is: only our own clock counts, the stamps in it are from others'. */
  #look(lease: Lease): Lease {
    const { uid, resourceVersion } = lease.metadata;
    const before = this.#seen?.lease.metadata;
    if (before?.uid !== uid || before?.resourceVersion !== resourceVersion) {
      this.#seen = { lease, at: momentOf(this.#options.clock) };
    }
    return lease;
  }

  #isFree(lease: Lease): boolean {
    const holder = lease.spec?.holderIdentity ?? '';
    if (holder === '' || holder === this.#options.identity || this.#seen === undefined) return true;
    return leastElapsed(this.#seen.at, this.#options.clock) >= durationMs(lease, this.#times.leaseDurationMs);
  }

  async #serve(taken: Taken, signal: AbortSignal, lead: (leadership: Leadership) => Promise<void>): Promise<void> {
    const held = new HeldLease(this.#options.clock, this.#times.renewDeadlineMs, taken);
    const over = new AbortController();
    const wind = (): void => held.wind();
    const finish = (): void => over.abort();
    if (signal.aborted) wind();
    signal.addEventListener('abort', wind);
    held.lost.addEventListener('abort', finish);
    this.#logger.info('This process leads.', { term: held.term });
    const renewing = this.#keepRenewing(held, over.signal);
    try {
      await lead(held);
    } catch (error) {
      this.#logger.error('The leader failed; the lease is left to others.', { term: held.term, error: toError(error) });
    }
    finish();
    await renewing;
    signal.removeEventListener('abort', wind);
    const release = held.isHeld();
    // First nobody may act on it any more, then others may have it.
    held.lose('it was given up');
    if (release) await this.#release(held);
    this.#logger.info('This process leads no more.', { term: held.term });
  }

  async #keepRenewing(held: HeldLease, over: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    for (;;) {
      await clock.sleep(this.#times.retryPeriodMs, over);
      if (over.aborted) return;
      await this.#tryTo('renew the lease', over, (inTime) => this.#renew(held, inTime));
    }
  }

  async #renew(held: HeldLease, signal: AbortSignal, lease = held.lease): Promise<void> {
    const { clock, name, identity } = this.#options;
    const since = momentOf(clock);
    try {
      const spec = renewedSpec(lease, clock.now());
      held.renewed(this.#look(await this.#leases.update({ ...lease, spec }, { signal })), since);
    } catch (error) {
      if (!isStatusError(error, 'Conflict') && !isStatusError(error, 'NotFound')) throw error;
      // Somebody wrote it: another leader, or ourselves by a renewal whose answer was lost, or a person with kubectl.
      const current = await this.#leases.find(name, { signal });
      const mine = current?.spec?.holderIdentity === identity && current.spec.leaseTransitions === held.term;
      if (current === undefined || !mine) held.lose('the lease is in other hands');
      else if (lease === held.lease) await this.#renew(held, signal, current);
    }
  }

  async #release(held: HeldLease): Promise<void> {
    const { clock } = this.#options;
    await this.#tryTo('release the lease', new AbortController().signal, (signal) =>
      this.#leases.update({ ...held.lease, spec: releasedSpec(held.lease, clock.now()) }, { signal }),
    );
  }

  /** What fails is tried again by whoever called, in its own time; a lost race is no failure. */
  async #tryTo<R>(
    what: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<R>,
  ): Promise<R | undefined> {
    const { clock } = this.#options;
    try {
      return await withDeadline({ clock, ms: this.#times.renewDeadlineMs, what: `trying to ${what}`, signal }, work);
    } catch (error) {
      const raced = isStatusError(error, 'Conflict') || isStatusError(error, 'AlreadyExists');
      if (!raced && !signal.aborted) this.#logger.warn(`Could not ${what}.`, { error: toError(error) });
      return undefined;
    }
  }
}
