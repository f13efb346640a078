import { type Clock, type Logger, ProgrammingError, type Random, toError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { isStatusError } from '@kubemin/kubeapi';
import { coordination } from '@kubemin/kubeapi/resources';
import type { Lease } from '@kubemin/kubeapi/types/coordination.v1';
import { type KubeClient, type ResourceClient, withDeadline } from '../client/index.ts';
import { followMessages } from '../messages/index.ts';
import { type ClockReading, minElapsedMs, readClock } from './clock-reading.ts';
import { acquiredLeaseSpec, leaseDurationMs, releasedLeaseSpec, renewedLeaseSpec } from './lease-record.ts';
import { type Leadership, LeaseTerm } from './lease-term.ts';

/** How long a lease lasts and how it is kept. */
export interface LeaseTimes {
  /** The time after the last renewal in which no other process takes the lease. @default 15 s */
  readonly leaseDurationMs: number;
  /** The time without a renewal after which a leader stops acting; the rest of the duration is for requests under way. @default 10 s */
  readonly renewDeadlineMs: number;
  /** How often a leader renews and a candidate looks. @default 2 s */
  readonly retryPeriodMs: number;
}

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

interface AcquiredLease {
  readonly lease: Lease;
  readonly since: ClockReading;
}

/** Up to this part of the period is added to it, so that the candidates for one lease do not all try at once. */
const JITTER = 0.2;

class KubeLeaseElection implements LeaseElection {
  readonly #options: LeaseElectionOptions;
  readonly #times: LeaseTimes;
  readonly #leases: ResourceClient<Lease>;
  readonly #logger: Logger;
  #lastSeen: { readonly lease: Lease; readonly at: ClockReading } | undefined;

  constructor(options: LeaseElectionOptions) {
    this.#options = options;
    this.#times = resolveLeaseTimes(options);
    this.#leases = options.client.resource(coordination.v1.leases, options.namespace);
    this.#logger = options.logger.child({ lease: `${options.namespace}/${options.name}`, identity: options.identity });
  }

  get leader(): string | undefined {
    return this.#lastSeen?.lease.spec?.holderIdentity;
  }

  async run(signal: AbortSignal, lead: (leadership: Leadership) => Promise<void>): Promise<void> {
    const { clock, random } = this.#options;
    while (!signal.aborted) {
      const taken = await this.#attempt(followMessages.takingLease, signal, (attemptSignal) =>
        this.#acquire(attemptSignal),
      );
      if (taken !== undefined) await this.#runTerm(taken, signal, lead);
      await clock.sleep(this.#times.retryPeriodMs * (1 + JITTER * random.next()), signal);
    }
  }

  async #acquire(signal: AbortSignal): Promise<AcquiredLease | undefined> {
    const { clock, name, namespace, identity } = this.#options;
    const found = await this.#leases.find(name, { signal });
    if (found !== undefined && !this.#isFree(this.#recordSeen(found))) return undefined;
    const since = readClock(clock);
    const spec = acquiredLeaseSpec(found, { identity, leaseDurationMs: this.#times.leaseDurationMs, now: clock.now() });
    const metadata = { name, namespace };
    const lease =
      found === undefined
        ? await this.#leases.create({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec }, { signal })
        : await this.#leases.update({ ...found, spec }, { signal });
    return { lease: this.#recordSeen(lease), since };
  }

  /** Remembers since when the lease has been as it is: only our own clock counts, the stamps in it are from others'. */
  #recordSeen(lease: Lease): Lease {
    const { uid, resourceVersion } = lease.metadata;
    const before = this.#lastSeen?.lease.metadata;
    if (before?.uid !== uid || before?.resourceVersion !== resourceVersion) {
      this.#lastSeen = { lease, at: readClock(this.#options.clock) };
    }
    return lease;
  }

  #isFree(lease: Lease): boolean {
    const holder = lease.spec?.holderIdentity ?? '';
    if (holder === '' || holder === this.#options.identity || this.#lastSeen === undefined) return true;
    return minElapsedMs(this.#lastSeen.at, this.#options.clock) >= leaseDurationMs(lease, this.#times.leaseDurationMs);
  }

  async #runTerm(
    acquired: AcquiredLease,
    signal: AbortSignal,
    lead: (leadership: Leadership) => Promise<void>,
  ): Promise<void> {
    const held = new LeaseTerm(this.#options.clock, this.#times.renewDeadlineMs, acquired);
    const over = new AbortController();
    const requestStop = (): void => held.requestStop();
    const finish = (): void => over.abort();
    if (signal.aborted) requestStop();
    signal.addEventListener('abort', requestStop);
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
    signal.removeEventListener('abort', requestStop);
    const release = held.isHeld();
    // First the handlers of this term must reject writes, then another process may take the lease.
    held.lose(followMessages.releasedLease);
    if (release) await this.#release(held);
    this.#logger.info('This process leads no more.', { term: held.term });
  }

  async #keepRenewing(held: LeaseTerm, over: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    for (;;) {
      await clock.sleep(this.#times.retryPeriodMs, over);
      if (over.aborted) return;
      await this.#attempt(followMessages.renewingLease, over, (attemptSignal) => this.#renew(held, attemptSignal));
    }
  }

  async #renew(held: LeaseTerm, signal: AbortSignal, lease = held.lease): Promise<void> {
    const { clock, name, identity } = this.#options;
    const since = readClock(clock);
    try {
      const spec = renewedLeaseSpec(lease, clock.now());
      held.recordRenewal(this.#recordSeen(await this.#leases.update({ ...lease, spec }, { signal })), since);
    } catch (error) {
      if (!isStatusError(error, 'Conflict') && !isStatusError(error, 'NotFound')) throw error;
      // Written by another leader, by an own renewal whose response was lost, or by a person with kubectl.
      const current = await this.#leases.find(name, { signal });
      const mine = current?.spec?.holderIdentity === identity && current.spec.leaseTransitions === held.term;
      if (current === undefined || !mine) held.lose(followMessages.otherHolder);
      else if (lease === held.lease) await this.#renew(held, signal, current);
    }
  }

  async #release(held: LeaseTerm): Promise<void> {
    const { clock } = this.#options;
    await this.#attempt(followMessages.releasingLease, new AbortController().signal, (signal) =>
      this.#leases.update({ ...held.lease, spec: releasedLeaseSpec(held.lease, clock.now()) }, { signal }),
    );
  }

  /** Logs a failure and returns undefined; the caller tries again after its period. A lost race is no failure. */
  async #attempt<R>(
    what: Message,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<R>,
  ): Promise<R | undefined> {
    const { clock } = this.#options;
    try {
      return await withDeadline({ clock, ms: this.#times.renewDeadlineMs, what, signal }, work);
    } catch (error) {
      const raced = isStatusError(error, 'Conflict') || isStatusError(error, 'AlreadyExists');
      if (!raced && !signal.aborted) this.#logger.warn(`${what.message} failed`, { error: toError(error) });
      return undefined;
    }
  }
}

/** The times with their defaults. Throws when a leader could act on after others may have taken its lease. */
function resolveLeaseTimes(given: Partial<LeaseTimes>): LeaseTimes {
  const { leaseDurationMs = 15_000, renewDeadlineMs = 10_000, retryPeriodMs = 2_000 } = given;
  if (retryPeriodMs > 0 && retryPeriodMs < renewDeadlineMs && renewDeadlineMs < leaseDurationMs) {
    return { leaseDurationMs, renewDeadlineMs, retryPeriodMs };
  }
  throw new ProgrammingError(
    `a lease of ${leaseDurationMs} ms, a renew deadline of ${renewDeadlineMs} ms and a retry period of ${retryPeriodMs} ms do not fit: each must be longer than the next, and all longer than 0`,
    'LEASE_TIMES_INVALID',
  );
}
