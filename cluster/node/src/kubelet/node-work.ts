import { TerminalError } from '@kubemin/base';

/** A container, as the kubelet of its node is asked for it. */
export interface ContainerPlace {
  readonly node: string;
  readonly namespace: string;
  readonly pod: string;
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
  /** Begins to read a log; rejects with a KubeletRefusal when there is none. Aborting the signal ends it. */
  logs(at: ContainerPlace, options: LogOptions, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>;
}

/** What a kubelet says no to, in the words its clients will read. */
export class KubeletRefusal extends TerminalError {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message, { code: 'KUBELET_REFUSAL' });
    this.status = status;
  }
}
