import type { Clock } from '@kubemin/base';
import type { Informer } from '@kubemin/kube';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { LogWriter, selectLines } from './log-line.ts';
import { type ContainerPlace, KubeletRefusal, type LogOptions, type NodeWork } from './node-work.ts';
import { PodNews } from './pod-news.ts';
import { runOf, SimulatedLog } from './simulated-log.ts';

/** What simulated work is derived from. */
export interface SimulatedWorkOptions {
  readonly pods: Informer<Pod>;
  readonly clock: Clock;
}

/** Containers that run nothing, as a kubelet would show them. */
export class SimulatedWork implements NodeWork {
  readonly #pods: Informer<Pod>;
  readonly #clock: Clock;
  readonly #news: PodNews;

  constructor({ pods, clock }: SimulatedWorkOptions) {
    this.#pods = pods;
    this.#clock = clock;
    this.#news = new PodNews(pods);
  }

  async logs(at: ContainerPlace, options: LogOptions, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const pod = this.#podAt(at);
    const run = runOf(pod, at.container, options.previous);
    const log = new SimulatedLog(pod, at.container, run);
    const written = log.countAt(this.#clock.now());
    const writer = new LogWriter(options);
    const first = writer.write(selectLines(log.lines(0, written), options));
    if (!options.follow || options.previous || run.endedMs !== undefined) return only(first);
    return this.#following({ at, uid: pod.metadata.uid, startedMs: run.startedMs, first, written, writer }, signal);
  }

  stop(): void {
    this.#news.stop();
  }

  async *#following(reading: Reading, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const { at, first, writer } = reading;
    let { written } = reading;
    if (first.byteLength > 0) yield first;
    const news = this.#news.of(`${at.namespace}/${at.pod}`);
    try {
      while (!signal.aborted && !writer.full) {
        const log = this.#logNow(reading);
        if (log === undefined) return;
        const count = log.current.countAt(this.#clock.now());
        if (count > written) {
          yield writer.write(log.current.lines(written, count));
          written = count;
          continue;
        }
        if (log.ended) return;
        await this.#untilNext(log.current.timeOf(written), news.nudge, signal);
      }
    } finally {
      news.end();
    }
  }

  /** The log as the pod is now; undefined once it is of another life. */
  #logNow({ at, uid, startedMs }: Reading): { readonly current: SimulatedLog; readonly ended: boolean } | undefined {
    const pod = this.#pods.get(`${at.namespace}/${at.pod}`);
    if (pod === undefined || pod.metadata.uid !== uid) return undefined;
    const run = runOf(pod, at.container, false);
    if (run.startedMs !== startedMs) return undefined;
    return { current: new SimulatedLog(pod, at.container, run), ended: run.endedMs !== undefined };
  }

  async #untilNext(
    time: number | undefined,
    nudge: ReturnType<PodNews['of']>['nudge'],
    signal: AbortSignal,
  ): Promise<void> {
    if (time === undefined) return nudge.wait(signal);
    const enough = new AbortController();
    const either = AbortSignal.any([signal, enough.signal]);
    await Promise.race([nudge.wait(either), this.#clock.sleep(Math.max(1, time - this.#clock.now()), either)]);
    enough.abort();
  }

  #podAt({ node, namespace, pod: name, container }: ContainerPlace): Pod {
    const pod = this.#pods.get(`${namespace}/${name}`);
    if (pod === undefined || pod.spec?.nodeName !== node) {
      throw new KubeletRefusal(404, `pod "${name}_${namespace}" does not exist`);
    }
    const { containers, initContainers = [], ephemeralContainers = [] } = pod.spec;
    if (![...containers, ...initContainers, ...ephemeralContainers].some((each) => each.name === container)) {
      throw new KubeletRefusal(404, `container "${container}" not found in pod "${name}_${namespace}"`);
    }
    return pod;
  }
}

interface Reading {
  readonly at: ContainerPlace;
  readonly uid: string | undefined;
  readonly startedMs: number;
  readonly first: Uint8Array;
  readonly written: number;
  readonly writer: LogWriter;
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.byteLength > 0) yield bytes;
}
