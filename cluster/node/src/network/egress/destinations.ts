import { Resolver } from 'node:dns/promises';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { RetryableError, TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { FindAddresses } from '../relay/socket-relay.ts';

/** What pods must not reach through this machine. */
export interface DestinationRules {
  /** Ranges of pods and services, as CIDRs of IPv4: here they would mean other machines. */
  readonly clusterRanges: readonly string[];
  /** @default the addresses of the network devices of this machine */
  readonly ownAddresses?: () => readonly string[];
}

const NOT_ROUTED: readonly (readonly [range: string, description: string])[] = [
  ['127.0.0.0/8', 'a loopback address'],
  ['::1/128', 'a loopback address'],
  ['169.254.0.0/16', 'a link-local address'],
  ['fe80::/10', 'a link-local address'],
  ['0.0.0.0/8', 'an unspecified address'],
  ['::/96', 'an unspecified address'],
  ['224.0.0.0/4', 'a multicast address'],
  ['ff00::/8', 'a multicast address'],
  ['240.0.0.0/4', 'a reserved address'],
];

/** IPv6 prefixes whose last 32 bits are an address of IPv4: mapped, and translated by the network. */
const EMBEDDED: BlockList = blockList(['::ffff:0:0/96', '64:ff9b::/96']);

/** Decides by address, after names were resolved. */
export class Destinations {
  readonly #lists: readonly { readonly list: BlockList; readonly description: string }[];
  readonly #ownAddresses: () => readonly string[];
  readonly #clusterRanges: readonly string[];

  constructor({ clusterRanges, ownAddresses = machineAddresses }: DestinationRules) {
    this.#ownAddresses = ownAddresses;
    this.#clusterRanges = clusterRanges;
    const cluster = clusterRanges.map((range) => [range, 'in the range of pods and services'] as const);
    this.#lists = [...NOT_ROUTED, ...cluster].map(([range, description]) => ({
      list: blockList([range]),
      description,
    }));
  }

  /** Why an address is not reached, as `a loopback address`; undefined for one that is. */
  refusal(address: string): string | undefined {
    const plain = withoutEmbedding(address);
    if (plain === undefined) return 'not an IP address';
    const family = isIPv4(plain) ? 'ipv4' : 'ipv6';
    const found = this.#lists.find(({ list }) => list.check(plain, family));
    if (found !== undefined) return found.description;
    const own = new BlockList();
    for (const each of this.#ownAddresses()) own.addAddress(each, isIPv4(each) ? 'ipv4' : 'ipv6');
    return own.check(plain, family) ? 'an address of this machine' : undefined;
  }

  /** The same for IPv4 as a list of ranges and addresses, with those that this machine has at the moment. */
  closedRanges(): readonly string[] {
    const ranges = [...NOT_ROUTED.map(([range]) => range), ...this.#clusterRanges];
    return [...ranges.filter((range) => !range.includes(':')), ...this.#ownAddresses().filter((each) => isIPv4(each))];
  }
}

/** The IPv4 address that some addresses of IPv6 stand for; others as they are. Undefined for what is no address. */
function withoutEmbedding(address: string): string | undefined {
  const family = isIP(address);
  if (family === 0 || address.includes('%')) return undefined;
  if (family === 4 || !EMBEDDED.check(address, 'ipv6')) return address;
  // As `[::ffff:7f00:1]`: the parser of URLs writes every form of an address in one way.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':');
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefix = ''] = range.split('/');
    list.addSubnet(network, Number(prefix), isIPv4(network) ? 'ipv4' : 'ipv6');
  }
  return list;
}

function machineAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
}

export interface OutsideOptions {
  readonly destinations: Pick<Destinations, 'refusal'>;
  /** All addresses of a name. @default what the name servers of this machine have */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
}

/**
 * The addresses outside that a name or an address leads to. They are what was checked, so that a second response of a name server
 * changes nothing. Throws an error with the code EACCES for destinations that are not reached, ENOTFOUND for unknown names.
 */
export function findOutside({ destinations, resolve = resolveName }: OutsideOptions): FindAddresses {
  return async ({ host, port, within }) => {
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      throw new TerminalError(verbatim(`${port} is not a port`), { code: 'EACCES' });
    }
    const found = isIP(host) === 0 ? await resolve(host) : [host];
    const refusals = found.map((address) => ({ address, refusal: destinations.refusal(address) }));
    const allowed = refusals.filter(({ refusal }) => refusal === undefined);
    const [first] = refusals;
    if (allowed.length === 0 && first !== undefined) {
      const name = first.address === host ? host : `${host} (${first.address})`;
      throw new TerminalError(verbatim(`${name} is ${first.refusal}, which pods do not reach`), { code: 'EACCES' });
    }
    const open = allowed.filter(({ address }) => within === undefined || isWithin(address, within));
    if (open.length === 0 && allowed.length > 0) {
      throw new TerminalError(verbatim(`network policies do not allow ${host}`), { code: 'EACCES' });
    }
    return open.map(({ address }) => ({ host: address, port }));
  };
}

/** Ranges are of IPv4, as all that policies allow here. */
function isWithin(address: string, ranges: readonly string[]): boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [first = '', last = ''] = range.split('-');
    list.addRange(first, last, 'ipv4');
  }
  return isIPv4(address) && list.check(address, 'ipv4');
}

const RESOLVE_MS = 2_000;

/** Asks name servers from this thread: the threads of the operating system's resolver are shared with all reading of files. */
async function resolveName(name: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: RESOLVE_MS, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = [four, six].flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  if (found.length > 0) return found;
  throw new RetryableError(verbatim(`cannot resolve ${name}`), {
    code: 'ENOTFOUND',
    cause: four.status === 'rejected' ? four.reason : undefined,
  });
}
