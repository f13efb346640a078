import { type Clock, type Logger, parseGoDuration, toError } from '@kubemin/base';
import type { RecordedEvent } from '@kubemin/controller';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { evictionThresholds, type KubeletConfiguration, type Threshold } from '../kubelet-configuration/index.ts';
import { isCriticalPod } from '../pod-admission/index.ts';
import type { PodFailure } from '../pods/index.ts';
import { evictionMessage } from './eviction-message.ts';
import {
  isPassed,
  type PressureCondition,
  PressureTracker,
  type Readings,
  SIGNAL_INFO,
  type SignalInfo,
} from './pressure-tracker.ts';
import { type PodUsage, rankPods } from './rank-pods.ts';

const CHECK_MS = 10_000;
/** How long it is waited for the end of a pod before the node is looked at again. */
const LONGEST_WAIT_MS = 30_000;
const HARD_GRACE_MS = 1_000;

export interface PressureMonitorOptions {
  readonly configuration: KubeletConfiguration;
  readonly clock: Clock;
  readonly logger: Logger;
  read(): Promise<Readings>;
  /** What the pods that run use; of the other resources it may be left out. */
  readUsage(by: SignalInfo['usage']): Promise<readonly PodUsage[]>;
  /** Frees room on the disk without ending a pod. */
  reclaimDisk(): Promise<void>;
  /** Resolves when the pod has ended. */
  evict(pod: Pod, failure: PodFailure): Promise<void>;
  /** Called when the conditions of the node have changed. */
  onConditions(conditions: ReadonlySet<PressureCondition>): void;
  /** About the node. */
  recordEvent(event: RecordedEvent): void;
}

/**
 * Evicts pods before the machine runs out of memory, disk or processes, one at a time, as other kubelets do. On a full disk
 * ended containers and images that no pod uses go first.
 */
export class PressureMonitor {
  readonly #options: PressureMonitorOptions;
  readonly #tracker: PressureTracker;
  #conditions: ReadonlySet<PressureCondition> = new Set();

  constructor(options: PressureMonitorOptions) {
    this.#options = options;
    const { configuration } = options;
    const transitionMs = parseGoDuration(configuration.evictionPressureTransitionPeriod) ?? 0;
    this.#tracker = new PressureTracker(evictionThresholds(configuration), transitionMs);
  }

  get conditions(): ReadonlySet<PressureCondition> {
    return this.#conditions;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#options;
    while (!signal.aborted) {
      await this.check(signal).catch((error: unknown) => {
        logger.warn('cannot check the pressure on the node; retrying', { error: toError(error) });
      });
      await clock.sleep(CHECK_MS, signal);
    }
  }

  /** Looks at the node once, and evicts a pod if it has to. */
  async check(signal: AbortSignal): Promise<void> {
    const { clock, onConditions } = this.#options;
    const readings = await this.#options.read();
    const { conditions, due } = this.#tracker.observe(readings, clock.now());
    if (!isSame(conditions, this.#conditions)) {
      this.#conditions = conditions;
      onConditions(conditions);
    }
    const [threshold] = due;
    if (threshold !== undefined) await this.#relieve(threshold, readings, signal);
  }

  async #relieve(threshold: Threshold, before: Readings, signal: AbortSignal): Promise<void> {
    const { recordEvent, reclaimDisk, logger } = this.#options;
    const { condition, resource, usage } = SIGNAL_INFO[threshold.signal];
    recordEvent({ type: 'Warning', reason: 'EvictionThresholdMet', message: `Attempting to reclaim ${resource}` });
    let readings = before;
    if (condition === 'DiskPressure') {
      await reclaimDisk();
      readings = await this.#options.read();
      if (!isPassed(threshold, readings, true)) return;
    }
    const pods = (await this.#options.readUsage(usage)).filter(({ pod }) => !isCriticalPod(pod));
    const [victim] = rankPods(pods, usage);
    if (victim === undefined) {
      logger.warn('the node is under pressure and has no pod to evict', { resource });
      return;
    }
    await this.#evict(victim, threshold, readings, signal);
  }

  async #evict(victim: PodUsage, threshold: Threshold, readings: Readings, signal: AbortSignal): Promise<void> {
    const { clock, evict } = this.#options;
    const message = evictionMessage(victim, threshold, readings);
    const event = { type: 'Warning', reason: 'Evicted', message } as const;
    const failure = {
      reason: 'Evicted',
      message,
      disruption: message,
      event,
      graceMs: this.#graceMs(victim.pod, threshold),
    };
    const waiting = new AbortController();
    const until = AbortSignal.any([signal, waiting.signal]);
    await Promise.race([evict(victim.pod, failure), clock.sleep(LONGEST_WAIT_MS, until)]);
    waiting.abort();
  }

  #graceMs({ spec }: Pod, { isHard }: Threshold): number {
    if (isHard) return HARD_GRACE_MS;
    const most = this.#options.configuration.evictionMaxPodGracePeriod * 1000;
    return Math.min(most, (spec?.terminationGracePeriodSeconds ?? 30) * 1000);
  }
}

function isSame(one: ReadonlySet<unknown>, other: ReadonlySet<unknown>): boolean {
  return one.size === other.size && [...one].every((each) => other.has(each));
}
