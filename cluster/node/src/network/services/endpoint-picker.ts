import type { Clock } from '@kubemin/base';
import { type ServiceEndpoint, type ServiceEntry, sameEndpoint } from './service-table.ts';

/** Clients remembered per entry. More than that share the fate of the least recent ones: they may change the endpoint. */
const MAX_CLIENTS = 10_000;

interface Stay {
  readonly endpoint: ServiceEndpoint;
  readonly until: number;
}

/** Chooses endpoints of one entry: in turn, and with session affinity the one that a client had before. */
export class EndpointPicker {
  readonly #clock: Clock;
  /** In order of the last use. */
  readonly #stays = new Map<string, Stay>();
  #entry: ServiceEntry;
  #next = 0;

  constructor(entry: ServiceEntry, clock: Clock) {
    this.#entry = entry;
    this.#clock = clock;
  }

  get entry(): ServiceEntry {
    return this.#entry;
  }

  update(entry: ServiceEntry): void {
    this.#entry = entry;
  }

  /** All endpoints, in the order in which they are to be tried for this client. */
  order(client: string): readonly ServiceEndpoint[] {
    const { endpoints, affinitySeconds } = this.#entry;
    const known = affinitySeconds === undefined ? undefined : this.#knownIndex(client);
    const first = known ?? this.#next % Math.max(1, endpoints.length);
    if (known === undefined) this.#next = first + 1;
    return [...endpoints.slice(first), ...endpoints.slice(0, first)];
  }

  /** Notes which endpoint a client was connected to. */
  remember(client: string, endpoint: ServiceEndpoint): void {
    const { affinitySeconds } = this.#entry;
    if (affinitySeconds === undefined) return;
    this.#stays.delete(client);
    this.#stays.set(client, { endpoint, until: this.#clock.monotonic() + affinitySeconds * 1_000 });
    for (const [other, { until }] of this.#stays) {
      if (this.#stays.size <= MAX_CLIENTS && until > this.#clock.monotonic()) break;
      this.#stays.delete(other);
    }
  }

  #knownIndex(client: string): number | undefined {
    const stay = this.#stays.get(client);
    if (stay === undefined || stay.until <= this.#clock.monotonic()) return undefined;
    const index = this.#entry.endpoints.findIndex((endpoint) => sameEndpoint(endpoint, stay.endpoint));
    return index === -1 ? undefined : index;
  }
}
