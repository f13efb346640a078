import { TerminalError } from '@kubemin/base';

/** The last octet of the first and last address a pod may get. */
const FIRST_POD = 2;
const LAST_POD = 254;
const NODES_IN_POD_NETWORK = 256;
const FIRST_FURTHER_NETWORK = 128;
const LAST_FURTHER_NETWORK = 243;

/** The pod network of a node, by the node's number: a /24 of 10.244.0.0/16, and beyond 256 nodes of 10.128.0.0 and up. */
export function podCidr(node: number): string {
  return `${podPrefix(node)}.0/24`;
}

/** The address of a node, from the range set aside for testing network devices: no real machine has it. */
export function nodeAddress(node: number): string {
  const host = node + 1;
  return `198.${18 + ((host >> 16) & 1)}.${(host >> 8) & 255}.${host & 255}`;
}

/** The lowest pod address of the node that is not taken; undefined when all are. */
export function freePodAddress(node: number, taken: ReadonlySet<string>): string | undefined {
  const prefix = podPrefix(node);
  for (let octet = FIRST_POD; octet <= LAST_POD; octet += 1) {
    const address = `${prefix}.${octet}`;
    if (!taken.has(address)) return address;
  }
  return undefined;
}

function podPrefix(node: number): string {
  if (node < NODES_IN_POD_NETWORK) return `10.244.${node}`;
  const further = FIRST_FURTHER_NETWORK + Math.floor((node - NODES_IN_POD_NETWORK) / 256);
  if (further > LAST_FURTHER_NETWORK) {
    throw new TerminalError(`there is no pod network left for node number ${node}; simulate fewer nodes`, {
      code: 'POD_NETWORK_EXHAUSTED',
    });
  }
  return `10.${further}.${(node - NODES_IN_POD_NETWORK) % 256}`;
}
