import { BlockList, isIP } from 'node:net';

/** Networks that are not the internet: the platform's own machine, its neighbours, cloud metadata services. */
const INNER_NETWORKS = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '192.88.99.0/24',
  // Loopback, nothing at all, and IPv4 written the old way.
  '::/96',
  // IPv4 behind a translator or in a tunnel: the address where it ends is unknown.
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2001::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
] as const;

const inner = new BlockList();
for (const network of INNER_NETWORKS) {
  const [address = '', bits = ''] = network.split('/');
  inner.addSubnet(address, Number(bits), addressFamily(address));
}

/** True for addresses that a user must not reach through the platform; also for what is no address at all. */
export function isPrivateAddress(address: string): boolean {
  if (isIP(address) === 0) return true;
  // IPv4 in IPv6 clothing is judged by what it stands for.
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return isPrivateAddress(mapped);
  if (/^::ffff:/i.test(address)) return true;
  return inner.check(address, addressFamily(address));
}

function addressFamily(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
