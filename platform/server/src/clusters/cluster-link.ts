import type { Clock } from '@kubemin/base';
import type { ClusterConnection } from '@kubemin/engine';
import { createKubeClient, type HttpTransport } from '@kubemin/kube';
import type { ClusterRow } from '../api/index.ts';

/** Which registration of a name, and which way in of that. */
export type ClusterVersion = Pick<ClusterRow, 'created_at' | 'generation'>;

/** Longer than a request takes: those under way end in peace when the way in changes. */
const GRACE_MS = 60_000;

/** The connection to one registered cluster. It stays the same while ways in come and go. */
export class ClusterLink {
  readonly connection: ClusterConnection;
  readonly #clock: Clock;
  readonly #closed = new AbortController();
  readonly #old = new Map<HttpTransport, () => void>();
  #transport: HttpTransport;
  #version: ClusterVersion;

  constructor(transport: HttpTransport, version: ClusterVersion, clock: Clock) {
    this.#clock = clock;
    this.#transport = transport;
    this.#version = version;
    this.connection = {
      client: createKubeClient((request) => this.#transport.handler(request)),
      closed: this.#closed.signal,
    };
  }

  /** How it stands to what is registered now; `other` when the name has gone to another cluster. */
  standing({ created_at, generation }: ClusterVersion): 'current' | 'old' | 'other' {
    if (created_at !== this.#version.created_at) return 'other';
    return generation <= this.#version.generation ? 'current' : 'old';
  }

  /** Sends later requests another way. Watches of the old way end after a while, and are taken up again. */
  use(transport: HttpTransport, version: ClusterVersion): void {
    const before = this.#transport;
    this.#transport = transport;
    this.#version = version;
    const cancel = this.#clock.after(GRACE_MS, () => this.#drop(before));
    this.#old.set(before, cancel);
  }

  close(): void {
    this.#closed.abort();
    for (const transport of [...this.#old.keys()]) this.#drop(transport);
    this.#transport.close();
  }

  #drop(transport: HttpTransport): void {
    this.#old.get(transport)?.();
    this.#old.delete(transport);
    transport.close();
  }
}
