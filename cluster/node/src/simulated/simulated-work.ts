import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { type Clock, WakeSignal } from '@kubemin/base';
import { type Informer, objectKey } from '@kubemin/kube';
import type { CommandOutcome, ContainerStreams } from '@kubemin/kubeapi/stream';
import type { Node, Pod } from '@kubemin/kubeapi/types/core.v1';
import {
  type ContainerPlace,
  containerEnvironment,
  type EnvironmentSources,
  KubeletError,
  type LogOptions,
  LogWriter,
  type NodeWork,
  type PodPlace,
  type ReportedConfiguration,
  reportedConfiguration,
  type StatsSummary,
  selectLines,
  simulatedSummary,
} from '../config/index.ts';
import { podsOn } from './pods-by-node.ts';
import type { CurrentRules } from './rules/current-rules.ts';
import { podExecRules } from './rules/pod-output.ts';
import { runSimulated } from './simulated-command.ts';
import { findRun, SimulatedLog } from './simulated-log.ts';
import { SimulatedUsage } from './usage/simulated-usage.ts';

/** What simulated work is derived from. */
export interface SimulatedWorkOptions {
  readonly pods: Informer<Pod>;
  readonly nodes: Pick<Informer<Node>, 'get'>;
  readonly clock: Clock;
  readonly rules: CurrentRules;
  /** What variables of containers are filled from now. */
  readonly environment: () => EnvironmentSources;
}

/** As a shell reports a command that SIGKILL has ended. */
const KILLED = 137;

/** Containers that run nothing, as a kubelet would show them. */
export class SimulatedWork implements NodeWork {
  readonly #pods: Informer<Pod>;
  readonly #nodes: Pick<Informer<Node>, 'get'>;
  readonly #clock: Clock;
  readonly #rules: CurrentRules;
  readonly #environment: () => EnvironmentSources;
  readonly #usage: SimulatedUsage;
  readonly #podChanges: PodChangeSignals;

  constructor({ pods, nodes, clock, rules, environment }: SimulatedWorkOptions) {
    this.#pods = pods;
    this.#nodes = nodes;
    this.#clock = clock;
    this.#rules = rules;
    this.#environment = environment;
    this.#usage = new SimulatedUsage({ pods, clock, rules });
    this.#podChanges = new PodChangeSignals(pods);
  }

  async logs(at: ContainerPlace, options: LogOptions, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const pod = this.#containerAt(at);
    const run = findRun(pod, at.container, options.previous);
    const log = new SimulatedLog(pod, at.container, run, this.#rules.current);
    const written = log.countAt(this.#clock.now());
    const writer = new LogWriter(options);
    const first = writer.write(selectLines(log.lines(0, written), options));
    if (!options.follow || options.previous || run.endedMs !== undefined) return singleChunk(first);
    return this.#following({ at, uid: pod.metadata.uid, startedMs: run.startedMs, first, written, writer }, signal);
  }

  async requireRunning({ container, ...at }: PodPlace & Partial<ContainerPlace>): Promise<void> {
    const pod = this.#podAt(at);
    if (container === undefined || container === '') {
      if (pod.status?.phase === 'Running') return;
      throw new KubeletError(
        500,
        `unable to forward port because pod is not running. Current status=${pod.status?.phase}`,
      );
    }
    const { status } = pod;
    const found = [
      ...(status?.containerStatuses ?? []),
      ...(status?.initContainerStatuses ?? []),
      ...(status?.ephemeralContainerStatuses ?? []),
    ].find(({ name, state }) => name === container && state?.running !== undefined);
    if (found === undefined) throw new KubeletError(500, `container not found ("${container}")`);
  }

  async exec(
    at: ContainerPlace,
    command: readonly string[],
    streams: ContainerStreams,
    signal: AbortSignal,
  ): Promise<CommandOutcome> {
    const pod = this.#podAt(at);
    const execRules = podExecRules(pod, this.#rules.current);
    const variables = () => containerEnvironment(pod, at.container, this.#environment());
    const over = new AbortController();
    const either = AbortSignal.any([signal, over.signal]);
    const setting = { pod, container: at.container, streams, signal: either, execRules, variables };
    const running = runSimulated(command, setting);
    try {
      return { kind: 'exited', exitCode: await Promise.race([running, this.#untilKilled(at, pod, either)]) };
    } finally {
      over.abort();
      running.catch(() => undefined);
    }
  }

  /** Commands end with their pod, as if they were killed. */
  async #untilKilled(at: PodPlace, { metadata: { uid } }: Pod, signal: AbortSignal): Promise<number> {
    const key = `${at.namespace}/${at.pod}`;
    const { changed, end } = this.#podChanges.follow(key);
    try {
      while (!signal.aborted && this.#pods.get(key)?.metadata.uid === uid) await changed.wait(signal);
      return KILLED;
    } finally {
      end();
    }
  }

  /**
   * What is attached to shows its log as it is written, and what is typed where it has a terminal; who was put into a pod to
   * be talked to has a shell.
   */
  async attach(at: ContainerPlace, streams: ContainerStreams, signal: AbortSignal): Promise<CommandOutcome> {
    const { stdin, stdout } = streams;
    const ephemeral = this.#podAt(at).spec?.ephemeralContainers?.find(({ name }) => name === at.container);
    if (ephemeral?.stdin === true && stdin !== undefined) return this.exec(at, ['sh'], streams, signal);
    const log = await this.logs(at, { follow: true, previous: false, timestamps: false, tailLines: 0 }, signal);
    const tty = this.#podAt(at).spec?.containers.some(({ name, tty: has }) => name === at.container && has === true);
    // Read in any case: a client that pipes something in must not block.
    stdin?.on('data', (bytes: Buffer) => tty && stdout?.write(echoBytes(bytes)));
    for await (const bytes of log) stdout?.write(bytes);
    return { kind: 'exited', exitCode: 0 };
  }

  async portForward(at: PodPlace, port: number, connection: Duplex): Promise<void> {
    this.#podAt(at);
    await serveSimulatedPort(`pod ${at.namespace}/${at.pod} port ${port}`, connection);
  }

  async pods(node: string): Promise<readonly Pod[]> {
    return podsOn(this.#pods, node);
  }

  node(name: string): Node | undefined {
    return this.#nodes.get(name);
  }

  configuration(node: string): ReportedConfiguration {
    const { podCIDR } = this.#nodes.get(node)?.spec ?? {};
    return reportedConfiguration({ podCIDR });
  }

  /** Simulated nodes have no files. */
  logDirectory(): undefined {
    return undefined;
  }

  async summary(node: string): Promise<StatsSummary> {
    return simulatedSummary({
      nodeName: node,
      node: this.#nodes.get(node),
      pods: podsOn(this.#pods, node),
      readUsage: this.#usage.reader(),
      now: this.#clock.now(),
    });
  }

  stop(): void {
    this.#podChanges.stop();
  }

  async *#following(reading: Reading, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const { at, first, writer } = reading;
    let { written } = reading;
    if (first.byteLength > 0) yield first;
    const pod = this.#podChanges.follow(`${at.namespace}/${at.pod}`);
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
        await this.#untilNext(log.current.lineTime(written), pod.changed, signal);
      }
    } finally {
      pod.end();
    }
  }

  /** The log as the pod is now; undefined once it is of another life. */
  #logNow({ at, uid, startedMs }: Reading): { readonly current: SimulatedLog; readonly ended: boolean } | undefined {
    const pod = this.#pods.get(`${at.namespace}/${at.pod}`);
    if (pod === undefined || pod.metadata.uid !== uid) return undefined;
    const run = findRun(pod, at.container, false);
    if (run.startedMs !== startedMs) return undefined;
    return { current: new SimulatedLog(pod, at.container, run, this.#rules.current), ended: run.endedMs !== undefined };
  }

  async #untilNext(
    time: number | undefined,
    changed: ReturnType<PodChangeSignals['follow']>['changed'],
    signal: AbortSignal,
  ): Promise<void> {
    if (time === undefined) return changed.wait(signal);
    const enough = new AbortController();
    const either = AbortSignal.any([signal, enough.signal]);
    await Promise.race([changed.wait(either), this.#clock.sleep(Math.max(1, time - this.#clock.now()), either)]);
    enough.abort();
  }

  #podAt({ node, namespace, pod: name }: PodPlace): Pod {
    const pod = this.#pods.get(`${namespace}/${name}`);
    if (pod !== undefined && pod.spec?.nodeName === node) return pod;
    throw new KubeletError(404, `pod "${name}_${namespace}" does not exist`);
  }

  #containerAt({ container, ...at }: ContainerPlace): Pod {
    const pod = this.#podAt(at);
    const { containers = [], initContainers = [], ephemeralContainers = [] } = pod.spec ?? {};
    if (![...containers, ...initContainers, ...ephemeralContainers].some((each) => each.name === container)) {
      throw new KubeletError(404, `container "${container}" not found in pod "${at.pod}_${at.namespace}"`);
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

/** What a terminal shows of keys: the return key begins a new line. Byte by byte, as a character may come in pieces. */
function echoBytes(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll('\r', '\r\n'), 'latin1');
}

async function* singleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.byteLength > 0) yield bytes;
}

/** Notifies those that wait for a pod of its changes; one handler for all of them. */
class PodChangeSignals {
  readonly #waiting = new Map<string, Set<WakeSignal>>();
  readonly #stop: () => void;

  constructor(pods: Informer<Pod>) {
    this.#stop = pods.onChange(({ object }) => {
      for (const changed of this.#waiting.get(objectKey(object)) ?? []) changed.notify();
    });
  }

  /** Notified at every change of the pod, until `end` is called. */
  follow(key: string): { readonly changed: WakeSignal; end(): void } {
    const changed = new WakeSignal();
    const waiting = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, waiting.add(changed));
    return {
      changed,
      end: () => {
        waiting.delete(changed);
        if (waiting.size === 0) this.#waiting.delete(key);
      },
    };
  }

  stop(): void {
    this.#stop();
  }
}

const HTTP = /^[A-Z]+ \S+ HTTP\/1/;

/** Serves a connection to a port of a simulated pod: HTTP clients get a response, others nothing. */
async function serveSimulatedPort(where: string, connection: Duplex): Promise<void> {
  const [first] = await Promise.race([once(connection, 'data'), once(connection, 'end')]);
  if (first === undefined) return;
  if (!HTTP.test(Buffer.from(first).toString('latin1'))) {
    throw new Error(`${where}: nothing runs here (kubemin.io/simulated)`);
  }
  const body = `simulated ${where}: nothing runs here\n`;
  const head = `content-type: text/plain\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
  connection.write(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n${body}`);
}
