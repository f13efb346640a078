import type { ContainerState, Pod } from '@kubemin/kubeapi/types/core.v1';
import { KubeletError, type LogLine } from '../config/index.ts';
import { podLogRule } from './rules/pod-output.ts';
import { RuleSet } from './rules/rule-set.ts';

/** As many as are kept of a log that grows. */
const KEPT_LINES = 1000;

/** One life of a container. */
export interface ContainerRun {
  readonly startedMs: number;
  /** Undefined while it lives. */
  readonly endedMs: number | undefined;
}

/** The life whose log is asked for, in a kubelet's words where there is none. */
export function findRun(pod: Pod, container: string, previous: boolean): ContainerRun {
  const where = `container "${container}" in pod "${pod.metadata.name}"`;
  const { status } = pod;
  const found = [
    ...(status?.containerStatuses ?? []),
    ...(status?.initContainerStatuses ?? []),
    ...(status?.ephemeralContainerStatuses ?? []),
  ].find(({ name }) => name === container);
  if (previous) {
    const run = stateRun(found?.lastState);
    if (run === undefined) throw new KubeletError(400, `previous terminated ${where} not found`);
    return run;
  }
  // A container that waits for its next start has the log of its last life.
  const run = stateRun(found?.state) ?? stateRun(found?.lastState);
  if (run !== undefined) return run;
  const reason = found?.state?.waiting?.reason ?? 'ContainerCreating';
  const pulling = reason === 'ErrImagePull' || reason === 'ImagePullBackOff';
  throw new KubeletError(400, `${where} is waiting to start: ${pulling ? 'trying and failing to pull image' : reason}`);
}

function stateRun(state: ContainerState | undefined): ContainerRun | undefined {
  const { running, terminated } = state ?? {};
  if (running?.startedAt !== undefined) return { startedMs: Date.parse(running.startedAt), endedMs: undefined };
  if (terminated?.startedAt === undefined || terminated.finishedAt === undefined) return undefined;
  return { startedMs: Date.parse(terminated.startedAt), endedMs: Date.parse(terminated.finishedAt) };
}

/**
 * What a simulated container writes: a function of its pod and of time, so that every reader, also after a
 * restart, gets the same lines.
 */
export class SimulatedLog {
  readonly #texts: readonly string[];
  readonly #everyMs: number | undefined;
  readonly #pod: string;
  readonly #run: ContainerRun;

  constructor(pod: Pod, container: string, run: ContainerRun, rules: RuleSet = new RuleSet()) {
    const { namespace, name = '' } = pod.metadata;
    const startLine = `container ${container} of pod ${namespace}/${name} started (simulated: nothing runs here)`;
    const { lines, everyMs } = podLogRule(pod, rules) ?? { lines: [startLine] };
    this.#texts = lines;
    this.#everyMs = everyMs;
    this.#pod = name;
    this.#run = run;
  }

  /** How many lines were ever written until then. */
  countAt(nowMs: number): number {
    const { startedMs, endedMs = nowMs } = this.#run;
    if (this.#everyMs === undefined) return this.#texts.length;
    return Math.max(0, Math.floor((Math.min(nowMs, endedMs) - startedMs) / this.#everyMs) + 1);
  }

  /** Lines by number, without those that are not kept any more. */
  lines(from: number, to: number): readonly LogLine[] {
    const first = Math.max(from, to - KEPT_LINES);
    return Array.from({ length: Math.max(0, to - first) }, (_, at) => this.#line(first + at));
  }

  /** When line `number` is written; undefined when it never will be. */
  lineTime(number: number): number | undefined {
    const { startedMs, endedMs = Number.POSITIVE_INFINITY } = this.#run;
    if (this.#everyMs === undefined) return number < this.#texts.length ? startedMs : undefined;
    const time = startedMs + number * this.#everyMs;
    return time <= endedMs ? time : undefined;
  }

  #line(number: number): LogLine {
    const text = this.#texts[number % this.#texts.length] ?? '';
    const timeMs = this.#run.startedMs + number * (this.#everyMs ?? 0);
    const fields: Readonly<Record<string, string>> = {
      '{n}': String(number),
      '{pod}': this.#pod,
      '{time}': new Date(timeMs).toISOString(),
    };
    return { timeMs, text: text.replace(/\{(?:n|pod|time)\}/g, (field) => fields[field] ?? field) };
  }
}
