import type { Address } from '../relay/socket-relay.ts';

/** What containers find the proxy with. */
export interface ProxyPlace {
  readonly proxy: Address;
  /** Hosts, suffixes with a leading dot, addresses and CIDRs that are reached directly. */
  readonly direct: readonly string[];
}

/**
 * The variables in both cases: programs read one or the other. HTTP_PROXY is not among them: programs reach services by short
 * names over plain HTTP, which no NO_PROXY can name, and a proxy would hide from them who calls and what refuses connections.
 */
export function proxyEnvironment({ proxy, direct }: ProxyPlace): Readonly<Record<string, string>> {
  const url = `http://${proxy.host}:${proxy.port}`;
  const variables = { HTTPS_PROXY: url, NO_PROXY: direct.join(',') };
  return {
    ...variables,
    ...Object.fromEntries(Object.entries(variables).map(([name, value]) => [name.toLowerCase(), value])),
    NODE_USE_ENV_PROXY: '1',
  };
}

/**
 * What is reached without the proxy. Names of services without a dot cannot be expressed: a service `app` would also mean
 * all names below the domain `app`. What goes to them through the proxy is connected by it, as it knows the names of the cluster.
 */
export function directDestinations(
  clusterDomain: string,
  addresses: readonly string[],
  ranges: readonly string[],
): readonly string[] {
  return [
    'localhost',
    '127.0.0.1',
    '::1',
    '.localhost',
    '.svc',
    `.${clusterDomain}`,
    ...addresses,
    '127.0.0.0/8',
    ...ranges,
  ];
}

/** Adds variables that an environment does not have, in either case. */
export function withDefaults(
  environment: Readonly<Record<string, string>>,
  defaults: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const present = new Set(Object.keys(environment).map((name) => name.toUpperCase()));
  const added = Object.entries(defaults).filter(([name]) => !present.has(name.toUpperCase()));
  return { ...Object.fromEntries(added), ...environment };
}
