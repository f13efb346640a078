import type { Message } from '@kubemin/base/message';
import type { ApplicationPod, PodContainer } from '@kubemin/client';
import type { ContainerName, LogLine, PodCommand } from '@kubemin/kube';
import type { PortConnection } from '@kubemin/kubeapi/stream';
import type { PodUsage } from '../command/index.ts';
import type { ClusterOptions } from '../connection/index.ts';

/** One row for each pod, or for each of its containers. */
export type UsageUnit = 'pod' | 'container';

/** A container of a pod, as far as commands need it. */
export type SelectedContainer = Pick<
  PodContainer,
  'name' | 'kind' | 'default' | 'state' | 'reason' | 'restarts' | 'tty' | 'ports' | 'lastExit'
>;

/** A pod that a command is about. */
export interface SelectedPod extends Pick<ApplicationPod, 'name' | 'uid' | 'status' | 'ready'> {
  readonly containers: readonly SelectedContainer[];
}

/** Options of commands about pods. */
export interface PodRequest extends ClusterOptions {
  readonly target: string | undefined;
  readonly namespace: string | undefined;
}

/** Which part of which logs. */
export interface LogRequest {
  readonly container: string | undefined;
  readonly allContainers: boolean;
  readonly previous: boolean;
  /** Lines of each log. */
  readonly tail: number | undefined;
  /** How long ago at most, in milliseconds. */
  readonly since: number | undefined;
  /** Only lines that contain this. */
  readonly search: string | undefined;
  readonly signal: AbortSignal;
}

/** A container and the pod it is in. */
export type ContainerPlace = Pick<ContainerName, 'pod' | 'container'>;

/** What is done with the lines of logs. */
export interface LogSink {
  line(name: ContainerPlace, line: LogLine): void;
  leftOut(name: ContainerPlace, reason: Message): void;
  /** The connection was lost and is opened again. */
  reconnecting(reason: Error): void;
}

/** What a command in a container is given. */
export interface SessionRequest {
  readonly stdin: boolean;
  readonly tty: boolean;
  readonly signal: AbortSignal;
}

/**
 * The pods that a command is about, and how they are reached: through the platform, which keeps the credentials of its
 * clusters (`PlatformPods`), or with a kubeconfig that was named (`ClusterPods`).
 */
export interface PodAccess {
  readonly namespace: string;
  /** Whether one pod was named, and not an application. */
  readonly isOnePod: boolean;
  /** By name; throws where a pod that was named is not there. */
  list(): Promise<readonly SelectedPod[]>;
  /** What these logs contain now, one after another. */
  readLogs(request: LogRequest, names: readonly ContainerPlace[], sink: LogSink): Promise<void>;
  /** The same and what follows, with later pods, until the signal aborts or the one pod is gone. */
  followLogs(request: LogRequest, sink: LogSink): Promise<void>;
  startCommand(place: ContainerPlace, command: readonly string[], request: SessionRequest): Promise<PodCommand>;
  attach(place: ContainerPlace, request: SessionRequest): Promise<PodCommand>;
  /** What they use of processor and memory. */
  usage(unit: UsageUnit): Promise<readonly PodUsage[]>;
  /** One connection to a port. */
  openPort(pod: string, port: number, signal: AbortSignal): Promise<PortConnection>;
}

const POD = /^pods?\/(.+)$/;

/** The name in `pod/NAME`; undefined for an application. */
export function namedPod(target: string | undefined): string | undefined {
  return POD.exec(target ?? '')?.[1];
}

/** Whether a cluster was named, which is then used with the rights of that kubeconfig instead of the platform. */
export function namesCluster({ kubeconfig, kubeContext }: Pick<PodRequest, 'kubeconfig' | 'kubeContext'>): boolean {
  return kubeconfig !== undefined || kubeContext !== undefined;
}
