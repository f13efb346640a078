import { PassThrough } from 'node:stream';
import type { Clock, Random } from '@kubemin/base';
import type { Container, Pod } from '@kubemin/kubeapi/types/core.v1';
import type { ContainerRuntime, ContainerStatus } from '../runtime/index.ts';
import { type ContainerNote, isSidecarContainer, latestAttempt, type PodObservation } from './pod-observation.ts';
import { ContainerProbes } from './probes/container-probes.ts';
import type { ProbeTarget } from './probes/probe-check.ts';
import type { ProbeObserver } from './worker-options.ts';

export interface PodProbesOptions {
  readonly runtime: ContainerRuntime;
  readonly hostIP: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly observer?: ProbeObserver | undefined;
  /** Called with what probes have found out about a container. */
  readonly onNote: (container: string, note: Pick<ContainerNote, 'probes' | 'kill'>) => void;
  /** Called with the text of the event for each probe that did not succeed. */
  readonly onUnhealthy: (message: string) => void;
}

/** Of the output of a probe or hook, as much is shown in an event. */
const LONGEST_OUTPUT = 10 * 1024;

/** The probes of one pod: every container that runs is probed, each attempt on its own. */
export class PodProbes {
  readonly #options: PodProbesOptions;
  /** By the id of a running container, what ends its probes. */
  readonly #running = new Map<string, AbortController>();
  #pod: Pod | undefined;

  constructor(options: PodProbesOptions) {
    this.#options = options;
  }

  /** Starts the probes of containers that run now, and ends those of all others. */
  sync({ containers, sandbox, pod }: PodObservation): void {
    this.#pod = pod;
    const running = new Set(containers.filter(({ state }) => state === 'running').map(({ id }) => id));
    for (const [id, stop] of this.#running) {
      if (running.has(id)) continue;
      stop.abort();
      this.#running.delete(id);
    }
    const { containers: apps = [], initContainers: inits = [] } = pod.spec ?? {};
    for (const container of [...apps, ...inits.filter(isSidecarContainer)]) {
      const status = latestAttempt(containers, container.name, sandbox?.id);
      if (status?.state !== 'running' || this.#running.has(status.id)) continue;
      this.#start(pod, container, status, sandbox?.address ?? '');
    }
  }

  stop(): void {
    for (const stop of this.#running.values()) stop.abort();
    this.#running.clear();
    if (this.#pod !== undefined) this.#options.observer?.forget(this.#pod);
  }

  /** What probes and hooks of a container reach; `address` is that of its sandbox. */
  target(pod: Pod, id: string, address: string): ProbeTarget {
    const { runtime, hostIP } = this.#options;
    return {
      address: pod.spec?.hostNetwork === true ? hostIP : address,
      exec: async (command, signal) => {
        const output = new PassThrough();
        let text = '';
        output.setEncoding('utf8').on('data', (chunk: string) => {
          if (text.length < LONGEST_OUTPUT) text += chunk;
        });
        const streams = { stdout: output, stderr: output };
        const outcome = await runtime.exec(id, { command, streams, tty: false }, signal);
        if (outcome.kind === 'failed') throw new Error(outcome.message);
        return { exitCode: outcome.exitCode, output: text };
      },
    };
  }

  #start(pod: Pod, container: Container, { id, attempt, startedAt = 0 }: ContainerStatus, address: string): void {
    const { startupProbe, readinessProbe, livenessProbe, name } = container;
    if (startupProbe === undefined && readinessProbe === undefined && livenessProbe === undefined) return;
    const { clock, random, observer, onNote, onUnhealthy } = this.#options;
    const stop = new AbortController();
    this.#running.set(id, stop);
    const probes = new ContainerProbes({
      ...{ pod, container, startedAt, clock, random, observer, onUnhealthy, target: this.target(pod, id, address) },
      known: findReported(pod, name, id),
      onChange: (results) => onNote(name, { probes: { attempt, ...results } }),
      onFailure: (message, { terminationGracePeriodSeconds: graceSeconds }) =>
        onNote(name, { kill: { attempt, message, graceSeconds } }),
    });
    void probes.run(stop.signal);
  }
}

/** What the status of a pod has about a container, if it is about this very one. */
function findReported({ status }: Pod, name: string, id: string) {
  const all = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])];
  const found = all.find((one) => one.name === name && one.containerID?.endsWith(`://${id}`) === true);
  return found && { started: found.started === true, ready: found.ready };
}
