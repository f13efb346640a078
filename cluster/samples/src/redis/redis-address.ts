import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';

/** Where a Redis server listens. */
export interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
}

const DEFAULT_PORT = 6379;
const TLS: ReadonlyMap<string, boolean> = new Map([
  ['redis:', false],
  ['rediss:', true],
]);

/** Parses `redis[s]://host[:port]`; credentials are rejected, as they belong into a Secret. */
export function parseRedisAddress(text: string): RedisAddress {
  const url = URL.parse(text);
  const tls = TLS.get(url?.protocol ?? '');
  if (url === null || tls === undefined || url.hostname === '') {
    throw invalid(text, 'is not a Redis address; write redis://host:port, or rediss://host:port for TLS');
  }
  if (url.username !== '' || url.password !== '') {
    // The address is not quoted: it contains a password.
    throw invalid(`the address of ${url.host}`, 'contains credentials; put them into a Secret and set its name');
  }
  if (url.pathname.length > 1 || url.search !== '' || url.hash !== '') {
    throw invalid(text, 'has more than host and port; all databases of the server are migrated');
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port: url.port === '' ? DEFAULT_PORT : Number(url.port), tls };
}

/** Formats an address as a URL. */
export function formatRedisAddress({ host, port, tls }: RedisAddress): string {
  return `${tls ? 'rediss' : 'redis'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The addresses of named instances. */
export type RedisInstances = Readonly<Record<string, string>>;

/** Resolves an address or the id of an instance. */
export function resolveRedis(text: string, instances: RedisInstances): RedisAddress {
  if (text.includes('://')) return parseRedisAddress(text);
  const known = Object.hasOwn(instances, text) ? instances[text] : undefined;
  if (known !== undefined) return parseRedisAddress(known);
  const ids = Object.keys(instances).sort();
  const advice =
    ids.length === 0
      ? 'no instance is configured; write an address such as redis://host:6379'
      : `known are ${ids.join(', ')}; or write an address such as redis://host:6379`;
  throw invalid(text, `is neither an address nor a configured instance: ${advice}`);
}

function invalid(what: string, why: string): TerminalError {
  return new TerminalError(verbatim(`${what} ${why}`), { code: 'REDIS_ADDRESS_INVALID' });
}
