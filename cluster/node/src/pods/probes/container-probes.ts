import type { Clock, Random } from '@kubemin/base';
import type { Container, Pod, Probe } from '@kubemin/kubeapi/types/core.v1';
import type { ProbeObserver } from '../worker-options.ts';
import { checkOnce, type ProbeOutcome, type ProbeTarget } from './probe-check.ts';

export interface ContainerProbesOptions {
  readonly pod: Pod;
  readonly container: Container;
  readonly target: ProbeTarget;
  /** When the container was started; delays count from then. */
  readonly startedAt: number;
  /** What an earlier agent has reported of the same attempt. @default nothing is known */
  readonly known?: { readonly started: boolean; readonly ready: boolean } | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly observer?: ProbeObserver | undefined;
  /** Called at each change. */
  readonly onChange: (results: { readonly started: boolean; readonly ready: boolean }) => void;
  /** The container must be ended: its liveness or startup probe has failed too often. */
  readonly onFailure: (message: string, probe: Probe) => void;
  /** Called for each look that did not succeed, with the text of the event. */
  readonly onUnhealthy: (message: string) => void;
}

const LATE_MS = 10_000;

type ProbeKind = 'startup' | 'readiness' | 'liveness';

const TITLES = {
  startup: 'Startup',
  readiness: 'Readiness',
  liveness: 'Liveness',
} as const;

/**
 * Probes one attempt of a container until the signal aborts: the startup probe first, then readiness and liveness side by
 * side. Thresholds, periods and time limits are those of Kubernetes.
 */
export class ContainerProbes {
  readonly #options: ContainerProbesOptions;
  /** The container was started long before it is probed here: by an earlier agent. */
  readonly #isLate: boolean;
  #started: boolean;
  #ready: boolean;

  constructor(options: ContainerProbesOptions) {
    this.#options = options;
    this.#isLate = options.clock.now() - options.startedAt > LATE_MS;
    const { startupProbe, readinessProbe } = options.container;
    this.#started = startupProbe === undefined || options.known?.started === true;
    this.#ready = readinessProbe === undefined || options.known?.ready === true;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { startupProbe, readinessProbe, livenessProbe } = this.#options.container;
    // A container that has started once is not asked again.
    if (startupProbe !== undefined && !this.#started) {
      await this.#follow('startup', startupProbe, signal, (isGood) => {
        if (isGood) this.#change({ started: true });
        else this.#fail('startup', startupProbe);
        return 'stop';
      });
      if (!this.#started) return;
    }
    await Promise.all([
      readinessProbe === undefined
        ? undefined
        : this.#follow('readiness', readinessProbe, signal, (isGood) => {
            this.#change({ ready: isGood });
            return 'continue';
          }),
      livenessProbe === undefined
        ? undefined
        : this.#follow('liveness', livenessProbe, signal, (isGood) => {
            if (isGood) return 'continue';
            this.#fail('liveness', livenessProbe);
            return 'stop';
          }),
    ]);
  }

  /** Looks again and again; `decide` is called each time a threshold is reached. */
  async #follow(
    kind: ProbeKind,
    probe: Probe,
    signal: AbortSignal,
    decide: (isGood: boolean) => 'continue' | 'stop',
  ): Promise<void> {
    const { clock, random, startedAt } = this.#options;
    const { initialDelaySeconds = 0, periodSeconds = 10, successThreshold = 1, failureThreshold = 3 } = probe;
    const periodMs = periodSeconds * 1000;
    const leftMs = startedAt + initialDelaySeconds * 1000 - clock.now();
    // An agent that was restarted does not look at all containers at the same moment.
    const firstMs = this.#isLate ? Math.max(leftMs, random.next() * periodMs) : leftMs;
    await clock.sleep(Math.max(firstMs, 0), signal);
    let last: boolean | undefined;
    let count = 0;
    while (!signal.aborted) {
      const outcome = await this.#look(kind, probe, signal);
      if (signal.aborted) return;
      const isGood = outcome !== 'failure';
      count = isGood === last ? count + 1 : 1;
      last = isGood;
      const isReached = count >= (isGood ? successThreshold : failureThreshold);
      if (isReached && decide(isGood) === 'stop') return;
      await clock.sleep(periodMs, signal);
    }
  }

  async #look(kind: ProbeKind, probe: Probe, signal: AbortSignal): Promise<ProbeOutcome['result']> {
    const { container, pod, target, clock, observer, onUnhealthy } = this.#options;
    const startedMs = clock.monotonic();
    const limit = new AbortController();
    const cancel = clock.after((probe.timeoutSeconds ?? 1) * 1000, () => limit.abort());
    try {
      const { result, message } = await checkOnce(
        probe,
        { pod, container, target },
        AbortSignal.any([signal, limit.signal]),
      );
      if (signal.aborted) return result;
      const durationMs = clock.monotonic() - startedMs;
      const isSuccess = result !== 'failure';
      observer?.probed({ pod, container: container.name, kind: TITLES[kind], isSuccess, durationMs });
      if (result === 'success') return result;
      onUnhealthy(`${TITLES[kind]} probe ${result === 'warning' ? 'warning' : 'failed'}: ${message}`);
      return result;
    } finally {
      cancel();
    }
  }

  #change(change: { readonly started?: boolean; readonly ready?: boolean }): void {
    const before = `${this.#started} ${this.#ready}`;
    this.#started = change.started ?? this.#started;
    this.#ready = change.ready ?? this.#ready;
    if (before === `${this.#started} ${this.#ready}`) return;
    this.#options.onChange({ started: this.#started, ready: this.#ready });
  }

  #fail(kind: ProbeKind, probe: Probe): void {
    const { container, onFailure } = this.#options;
    onFailure(`Container ${container.name} failed ${kind} probe, will be restarted`, probe);
  }
}
