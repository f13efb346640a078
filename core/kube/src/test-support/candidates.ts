import type { ApiHandler, ApiRequest, ApiResponse } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { ManualClock, ProcessClock } from '@kubemin/testing';
import { createKubeClient } from '../client/resource/kube-client.ts';
import { createLeaseElection, type LeaseElection } from '../election/lease-election.ts';
import type { Leadership } from '../election/lease-term.ts';
import { fixedRandom, MemoryLogger } from './informer-harness.ts';

/** One process that stands for election, over a line of its own to the API. */
export class Candidate {
  readonly identity: string;
  readonly clock: ProcessClock;
  readonly logger = new MemoryLogger();
  readonly election: LeaseElection;
  readonly terms: Leadership[] = [];
  readonly stop = new AbortController();
  /** What becomes of requests: undefined lets them through. */
  fault: ((request: ApiRequest, pass: ApiHandler) => Promise<ApiResponse>) | undefined;
  /** What the leader does; by default it waits for the end of its term. */
  lead = (leadership: Leadership): Promise<void> => waitForAbort(leadership.signal);
  running: Promise<void> | undefined;
  readonly #handler: ApiHandler;

  constructor(identity: string, time: ManualClock, line: { readonly handler: ApiHandler; readonly lease: string }) {
    this.identity = identity;
    this.clock = new ProcessClock(time);
    this.#handler = (request) => (this.fault === undefined ? line.handler(request) : this.fault(request, line.handler));
    this.election = createLeaseElection({
      client: createKubeClient(this.#handler),
      namespace: 'default',
      name: line.lease,
      identity,
      clock: this.clock,
      random: fixedRandom(0),
      logger: this.logger,
    });
  }

  start(): void {
    this.running = this.election.run(this.stop.signal, (leadership) => {
      this.terms.push(leadership);
      return this.lead(leadership);
    });
  }

  get leadership(): Leadership | undefined {
    return this.terms.at(-1);
  }

  get leads(): boolean {
    return this.leadership?.isHeld() ?? false;
  }

  /** Writes the number of its term as the leader of it, or of its last one; returns whether the write succeeded. */
  async write(name: string): Promise<boolean> {
    const { leadership } = this;
    if (leadership === undefined) return false;
    const client = createKubeClient(leadership.fence(this.#handler)).resource(core.v1.configmaps, 'default');
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { term: String(leadership.term) } };
    return client.patch(name, { type: 'apply', body, force: true }, { fieldManager: 'leader' }).then(
      () => true,
      () => false,
    );
  }
}

/** Candidates for one lease in one time, which passes in small steps: no step before all responses to the last arrived. */
export class Candidates {
  readonly time = new ManualClock();
  readonly all: readonly Candidate[];
  #underWay = 0;

  constructor(handler: ApiHandler, lease: string, count = 2) {
    const counted: ApiHandler = async (request) => {
      this.#underWay += 1;
      try {
        return await handler(request);
      } finally {
        this.#underWay -= 1;
      }
    };
    this.all = Array.from({ length: count }, (_, index) => {
      return new Candidate(`process-${index}`, this.time, { handler: counted, lease });
    });
  }

  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 500) {
      await this.time.advance(Math.min(500, left));
      await this.settle();
    }
  }

  async settle(): Promise<void> {
    do await this.time.advance(0);
    while (this.#underWay > 0);
    await this.time.advance(0);
  }

  async close(): Promise<void> {
    for (const candidate of this.all) {
      candidate.fault = undefined;
      candidate.clock.continue();
      candidate.stop.abort();
    }
    await Promise.all(this.all.map(({ running }) => running));
  }
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
}
