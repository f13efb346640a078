import { BlockList, isIP } from 'node:net';
import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { addressBytes } from '../certificates/index.ts';

/** What the API server knows of its own machine, which no Node object may lead back to. */
export interface LocalEndpoints {
  /** Addresses of this machine's interfaces. */
  addresses(): Iterable<string>;
  /** Ports that this process listens on. */
  ports(): Iterable<number>;
  /**
   * Lets kubelets run on this machine, for development clusters; the ports of this process stay closed to them.
   * @default false
   */
  readonly allowKubelets?: boolean;
}

/** Networks without a kubelet. The first that holds an address names it. */
const REFUSED = Object.entries({
  loopback: ['127.0.0.0/8', '::1/128'],
  unspecified: ['0.0.0.0/8', '::/128'],
  'link-local': ['169.254.0.0/16', 'fe80::/10'],
  multicast: ['224.0.0.0/4', 'ff00::/8'],
  reserved: ['240.0.0.0/4', 'fec0::/10'],
  // IPv4 behind a translator or in a tunnel: where it comes out cannot be checked here.
  translated: ['::/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '2001::/32', '2002::/16'],
}).map(([kind, networks]) => ({ kind, list: blockList(networks) }));
const HINT = '; development clusters allow kubelets there with --allow-local-kubelets';

/** A Node object that leads where no kubelet can be. */
export class AddressNotAllowedError extends TerminalError {
  constructor(message: string) {
    super(verbatim(`address not allowed: ${message}`), { code: 'ADDRESS_NOT_ALLOWED' });
  }
}

/** Checks the addresses that nodes claim to have, after names were resolved. */
export class KubeletAddresses {
  readonly #local: LocalEndpoints;

  constructor(local: LocalEndpoints) {
    this.#local = local;
  }

  /** The address in the one form to connect to; throws AddressNotAllowedError where no kubelet may be. */
  check(address: string, port: number): string {
    const plain = canonicalAddress(address);
    const kind = refusedKind(plain);
    const isOwn = [...this.#local.addresses()].some((own) => canonicalAddress(own) === plain);
    const isHere = isOwn || kind === 'loopback' || kind === 'unspecified';
    if (isHere && [...this.#local.ports()].includes(port)) {
      throw new AddressNotAllowedError(`${address} port ${port} is the API server's own`);
    }
    if (this.#local.allowKubelets === true && (kind === 'loopback' || (isOwn && kind === undefined))) return plain;
    if (kind !== undefined) {
      throw new AddressNotAllowedError(`${address} is a ${kind} address${kind === 'loopback' ? HINT : ''}`);
    }
    if (isOwn) throw new AddressNotAllowedError(`${address} is the API server's machine${HINT}`);
    return plain;
  }
}

/** Throws AddressNotAllowedError for what is no unicast address of a network, as Kubernetes does for pods. */
export function checkProxyableAddress(address: string): void {
  const kind = refusedKind(canonicalAddress(address));
  if (kind !== undefined) throw new AddressNotAllowedError(`${address} is a ${kind} address`);
}

function refusedKind(address: string): string | undefined {
  return REFUSED.find(({ list }) => list.check(address, family(address)))?.kind;
}

/** One text for each address: no zone, IPv4 never as IPv6. */
function canonicalAddress(address: string): string {
  if (isIP(address) === 0) throw new AddressNotAllowedError(`${JSON.stringify(address)} is not an IP address`);
  if (isIP(address) === 4) return address;
  const bytes = addressBytes(address);
  const isMapped = bytes.subarray(0, 10).every((byte) => byte === 0) && bytes.readUInt16BE(10) === 0xff_ff;
  if (isMapped) return bytes.subarray(12).join('.');
  return new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    list.addSubnet(address, Number(bits), family(address));
  }
  return list;
}

function family(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
