import { isIP, isIPv4 } from 'node:net';
import type { networkInterfaces } from 'node:os';

const NOT_FOR_OTHERS = [/^0\.0\.0\.0$/, /^::$/, /^127\./, /^::1$/, /^169\.254\./, /^fe80:/i];

/**
 * The advertised address of a server, by the rule of Kubernetes: the listen address or, where that is not usable by
 * another machine, the first one of this machine that does. Undefined when there is none.
 */
export function advertisedAddress(
  listening: string,
  interfaces: ReturnType<typeof networkInterfaces>,
): string | undefined {
  if (isForOthers(listening)) return listening;
  const own = Object.values(interfaces)
    .flatMap((addresses = []) => addresses)
    .filter(({ internal, address }) => !internal && isForOthers(address))
    .map(({ address }) => address);
  return own.find(isIPv4) ?? own[0];
}

function isForOthers(address: string): boolean {
  return isIP(address) !== 0 && !NOT_FOR_OTHERS.some((pattern) => pattern.test(address));
}
