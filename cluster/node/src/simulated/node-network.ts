import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';

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

/** What all pod addresses of a node begin with: three octets. */
export function podPrefix(node: number): string {
  if (node < NODES_IN_POD_NETWORK) return `10.244.${node}`;
  const further = FIRST_FURTHER_NETWORK + Math.floor((node - NODES_IN_POD_NETWORK) / 256);
  if (further > LAST_FURTHER_NETWORK) {
    throw new TerminalError(verbatim(`there is no pod network left for node number ${node}; simulate fewer nodes`), {
      code: 'POD_NETWORK_EXHAUSTED',
    });
  }
  return `10.${further}.${(node - NODES_IN_POD_NETWORK) % 256}`;
}
