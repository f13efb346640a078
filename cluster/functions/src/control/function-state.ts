import type { FunctionStatus, ScalingStatus } from '../resources/index.ts';
import { SCALING_POLICIES, type ScalingEvent, type ScalingSettings, type ScalingState } from '../scaling/index.ts';
import type { InstanceLinks } from './instance-links.ts';

/** How often the level is stored when nothing else changes. */
const STORE_MS = 10_000;
/** Load is looked at this often. */
const LOAD_MS = 250;

/** What is kept of a function between reconciles. All of it can be found again from the cluster. */
export class FunctionState {
  readonly links: InstanceLinks;
  readonly uid: string;
  settings: ScalingSettings;
  scaling: ScalingState;
  /** When the newest revision became ready, by its name. */
  readyAt: { readonly revision: string; readonly at: number } | undefined;
  /** What was written last; the informer may have an earlier one. */
  written: FunctionStatus | undefined;
  /** Whether the level is going to be stored. */
  isStoreDue = false;
  readonly starts: StartFailures;
  #storedAt = 0;
  #loadAt = 0;

  constructor(options: {
    readonly uid: string;
    readonly links: InstanceLinks;
    readonly settings: ScalingSettings;
    readonly scaling: ScalingState;
  }) {
    this.uid = options.uid;
    this.links = options.links;
    this.settings = options.settings;
    this.scaling = options.scaling;
    this.starts = new StartFailures();
  }

  /** Returns whether another number of instances is wanted now. */
  apply(event: ScalingEvent, now: number): boolean {
    if (event.type === 'load') {
      const isOften = now - this.#loadAt < LOAD_MS;
      if (this.settings.policy !== 'concurrency' || (isOften && event.inFlight > 0)) return false;
      this.#loadAt = now;
    }
    const before = this.scaling.instances;
    this.scaling = SCALING_POLICIES[this.settings.policy].apply(this.scaling, event, now, this.settings);
    return this.scaling.instances !== before;
  }

  /** What the status gets, or what it has while the level alone has changed since and a write was not long ago. */
  status(stored: ScalingStatus | undefined, { now, monotonic }: Times): ScalingStatus {
    const { instances, level, at } = this.scaling;
    const isDue = monotonic - this.#storedAt >= STORE_MS;
    if (stored !== undefined && stored.instances === instances && (!isDue || stored.level === round(level)))
      return stored;
    this.#storedAt = monotonic;
    return { level: round(level), at: new Date(now - (monotonic - at)).toISOString(), instances };
  }

  /** When to look at it again; undefined for when something happens. */
  nextLook(monotonic: number, isStored: boolean): number | undefined {
    const tick = SCALING_POLICIES[this.settings.policy].nextTick(this.scaling, this.settings);
    const times = [
      ...(tick === undefined ? [] : [Math.max(tick - monotonic, 0) + 1]),
      ...(isStored ? [] : [STORE_MS]),
      ...(this.settings.policy === 'concurrency' && this.scaling.instances > 0 ? [1_000] : []),
    ];
    return times.length === 0 ? undefined : Math.min(...times);
  }
}

export interface Times {
  readonly now: number;
  readonly monotonic: number;
}

/** The state of a function that was stored, or of a new one, which begins with one instance to try its code. */
export function restoreScaling(
  stored: ScalingStatus | undefined,
  settings: ScalingSettings,
  { now, monotonic }: Times,
): ScalingState {
  const begun = SCALING_POLICIES[settings.policy].begin(settings, monotonic);
  if (stored === undefined) return { ...begun, instances: Math.max(begun.instances, 1) };
  const elapsed = Math.max(0, now - Date.parse(stored.at));
  return { ...begun, instances: stored.instances, level: stored.level ?? begun.level, at: monotonic - elapsed };
}

const round = (level: number): number => Math.round(level * 100) / 100;

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 60_000;
/** So many instances in a row that end before they are ready: their code ends the process when it is loaded. */
const MAX_FAILURES = 4;

/** Instances of the newest revisions that have ended before they were ready: they are started again with growing delays. */
export class StartFailures {
  #revision = '';
  #count = 0;
  #retryAt = 0;
  #broken: { readonly revision: string; readonly message: string } | undefined;

  /** The reason why a revision is not started any more. */
  broken(revision: string): string | undefined {
    return this.#broken?.revision === revision ? this.#broken.message : undefined;
  }

  add(revision: string, message: string, now: number): void {
    if (revision !== this.#revision) this.#count = 0;
    this.#revision = revision;
    this.#count += 1;
    this.#retryAt = now + Math.min(FIRST_DELAY_MS * 2 ** (this.#count - 1), LONGEST_DELAY_MS);
    if (this.#count >= MAX_FAILURES) this.#broken = { revision, message };
  }

  reset(): void {
    this.#count = 0;
    this.#retryAt = 0;
  }

  /** How long to wait before a revision is started again. */
  delay(revision: string, now: number): number {
    return revision === this.#revision ? Math.max(this.#retryAt - now, 0) : 0;
  }
}
