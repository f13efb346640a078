import { systemClock } from '@kubemin/base';
import type { SeededRandom } from '@kubemin/testing';
import type { Fleet } from './fleet.ts';
import type { ProofSize } from './proof-size.ts';
import type { RunTracker } from './run-tracker.ts';

const LITTLE_WHILE_MS = 40;
/** How often one dies while it starts, and how long starting takes at most. */
const HASTY = 0.15;
const START_MS = 1_500;
const LOOK_MS = 5;
/** How often an instance dies while the cluster does what it asked for. */
const MID_WRITE = 0.02;
/** How often it is the leader's turn, where there is one. */
const LEADER = 0.35;

/** When instances die. */
export interface KillingOptions extends Pick<ProofSize, 'eventsPerKill'> {
  readonly book: RunTracker;
  readonly random: SeededRandom;
  readonly signal: AbortSignal;
}

/** A write of an instance is under way: now and then it does not live to hear how that went. */
export async function killMidWrite(fleet: Fleet, random: SeededRandom, executorId: string): Promise<void> {
  const writer = random.next() < MID_WRITE ? fleet.named(executorId) : undefined;
  if (writer !== undefined) await fleet.replace(writer);
}

/** Kills one instance after the other until `signal` aborts; paced by stored events, so that a slow machine gets as far as a fast one. */
export async function killInstances(
  fleet: Fleet,
  { book, random, signal, eventsPerKill }: KillingOptions,
): Promise<void> {
  while (!signal.aborted) {
    const victim = fleet.any();
    if (random.next() < HASTY) {
      await systemClock.sleep(random.below(START_MS), signal);
    } else {
      const deadly = book.events + 1 + random.below(eventsPerKill);
      while (!signal.aborted && book.events < deadly) await systemClock.sleep(LOOK_MS, signal);
      await systemClock.sleep(random.below(LITTLE_WHILE_MS), signal);
    }
    const leader = random.next() < LEADER ? fleet.named(await book.leader()) : undefined;
    if (!signal.aborted && victim !== undefined) await fleet.replace(leader ?? victim);
  }
}
