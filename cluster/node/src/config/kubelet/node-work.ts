import type { Duplex } from 'node:stream';
import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { CommandOutcome, ContainerStreams } from '@kubemin/kubeapi/stream';
import type { Node, Pod } from '@kubemin/kubeapi/types/core.v1';
import type { ReportedConfiguration } from './reported-configuration.ts';
import type { StatsSummary } from './stats-summary.ts';

/** A pod, as the kubelet of its node is asked for it. */
export interface PodPlace {
  readonly node: string;
  readonly namespace: string;
  readonly pod: string;
}

/** One of its containers. */
export interface ContainerPlace extends PodPlace {
  readonly container: string;
}

/** Which part of a log is wanted, and how it is written. */
export interface LogOptions {
  readonly follow: boolean;
  /** Of the life before the present one. */
  readonly previous: boolean;
  readonly timestamps: boolean;
  /** @default all that is kept */
  readonly tailLines?: number | undefined;
  /** Nothing from before this moment. */
  readonly sinceMs?: number | undefined;
  readonly limitBytes?: number | undefined;
}

/** What a kubelet endpoint asks of whatever runs the containers. */
export interface NodeWork {
  /** Begins to read a log; rejects with a KubeletError when there is none. Aborting the signal ends it. */
  logs(at: ContainerPlace, options: LogOptions, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>;
  /** Rejects with a KubeletError unless the pod, and the container if one is named, is running. */
  requireRunning(at: PodPlace & Partial<ContainerPlace>): Promise<void>;
  /** Runs a command to its end. Aborting the signal ends it: the client has gone. */
  exec(
    at: ContainerPlace,
    command: readonly string[],
    streams: ContainerStreams,
    signal: AbortSignal,
  ): Promise<CommandOutcome>;
  /** Connects to the process that runs already, until it ends or the signal aborts. */
  attach(at: ContainerPlace, streams: ContainerStreams, signal: AbortSignal): Promise<CommandOutcome>;
  /** Serves a connection to a port of the pod, until it is over. */
  portForward(at: PodPlace, port: number, connection: Duplex): Promise<void>;
  /** The pods bound to the node. */
  pods(node: string): Promise<readonly Pod[]>;
  /** Its Node object; undefined while nothing is known about it. */
  node(name: string): Node | undefined;
  /** How it is configured, with the names of a KubeletConfiguration. */
  configuration(node: string): ReportedConfiguration;
  /** Where the logs of the node are that clients may read; undefined where there are none. */
  logDirectory(node: string): string | undefined;
  /** What the node and the containers on it use. */
  summary(node: string): Promise<StatsSummary>;
}

/** An error response of a kubelet, with the message for the client. */
export class KubeletError extends TerminalError {
  readonly status: number;

  constructor(status: number, message: string, cause?: unknown) {
    super(verbatim(message), { code: 'KUBELET_REFUSAL', cause });
    this.status = status;
  }
}
