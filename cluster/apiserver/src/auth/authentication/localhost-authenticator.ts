import { BlockList, isIP } from 'node:net';
import type { UserInfo } from '@kubemin/kubeapi';
import type { Authenticator } from './authenticator.ts';
import { ADMIN_USER } from './well-known-users.ts';

/**
 * Lets whoever connects from this machine without credentials be `user`. Dangerous on machines with several people, and
 * behind a proxy on the same machine, where every request is local: off unless somebody asks for it. Only the socket's
 * peer counts, no header does.
 */
export function localhostAuthenticator(user: UserInfo = ADMIN_USER): Authenticator {
  const loopback = loopbackAddresses();
  return async ({ authorization, certificate, peerAddress }) => {
    if (authorization !== undefined || certificate !== undefined || peerAddress === undefined) return { kind: 'none' };
    const family = isIP(peerAddress);
    if (family === 0) return { kind: 'none' };
    return loopback.check(peerAddress, family === 4 ? 'ipv4' : 'ipv6') ? { kind: 'user', user } : { kind: 'none' };
  };
}

function loopbackAddresses(): BlockList {
  const list = new BlockList();
  list.addSubnet('127.0.0.0', 8, 'ipv4');
  list.addAddress('::1', 'ipv6');
  list.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');
  return list;
}
