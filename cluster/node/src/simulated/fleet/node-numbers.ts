import type { Informer } from '@kubemin/kube';
import type { Node } from '@kubemin/kubeapi/types/core.v1';
import { podPrefix } from '../node-network.ts';

/**
 * Gives each node the number its networks follow from. A node that is registered keeps the network it has, whatever
 * group it is in now; others get the lowest number whose network is free.
 */
export class NodeNumbers {
  readonly #nodes: Informer<Node>;
  readonly #numbers = new Map<string, number>();
  #networks: Set<string> | undefined;
  #lowest = 0;

  constructor(nodes: Informer<Node>) {
    this.#nodes = nodes;
  }

  /** To be asked once the nodes there are have been read. */
  get(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#networks ??= new Set(this.#nodes.list().flatMap(({ spec }) => spec?.podCIDR ?? []));
    const number = parseNodeNumber(this.#nodes.get(name)?.spec?.podCIDR) ?? this.#free(this.#networks);
    this.#numbers.set(name, number);
    return number;
  }

  #free(networks: Set<string>): number {
    while (networks.has(`${podPrefix(this.#lowest)}.0/24`)) this.#lowest += 1;
    const number = this.#lowest;
    this.#lowest += 1;
    return number;
  }
}

/** The number whose network this is; undefined for a network that is none of ours. */
export function parseNodeNumber(cidr: string | undefined): number | undefined {
  const [, second, third] = /^10\.(\d{1,3})\.(\d{1,3})\.0\/24$/.exec(cidr ?? '') ?? [];
  if (second === undefined || third === undefined) return undefined;
  const further = Number(second) - 128;
  if (second !== '244' && (further < 0 || further > 115)) return undefined;
  const number = second === '244' ? Number(third) : 256 + further * 256 + Number(third);
  return cidr === `${podPrefix(number)}.0/24` ? number : undefined;
}
