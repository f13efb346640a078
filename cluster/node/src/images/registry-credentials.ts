import type { ImageReference } from './image-reference.ts';
import { JsonReader } from './json-reader.ts';

/** A name and password for the registries, and optionally the repositories, that a pattern matches. */
export interface RegistryCredentials {
  /** Host with port and path: `registry.local:5000`, `*.example.com/team`. */
  readonly server: string;
  readonly username: string;
  readonly password: string;
}

/** All names of Docker Hub in config files. */
const DOCKER_HUB = ['docker.io', 'index.docker.io', 'registry-1.docker.io'];

/**
 * Reads the JSON of a `kubernetes.io/dockerconfigjson` secret, or the older form without `auths`. Throws an ImageError
 * `INVALID_IMAGE` that names the place; it never contains a password.
 */
export function parseDockerConfig(text: string): readonly RegistryCredentials[] {
  const json = JsonReader.parse(text, 'docker config');
  const auths = json.field('auths');
  return (auths.isAbsent ? json : auths).entries().flatMap(([server, entry]) => {
    if (!auths.isAbsent || server.includes('.') || server.includes(':')) {
      const credentials = parseEntry(entry);
      return credentials === undefined ? [] : [{ server: normalizeServer(server), ...credentials }];
    }
    return [];
  });
}

function parseEntry(entry: JsonReader): { readonly username: string; readonly password: string } | undefined {
  const decoded = Buffer.from(entry.field('auth').optionalString(), 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  const username = entry.field('username').optionalString() || (colon < 0 ? '' : decoded.slice(0, colon));
  // Some tools pad it with zero bytes.
  const password =
    entry.field('password').optionalString() || (colon < 0 ? '' : decoded.slice(colon + 1).replace(/\0+$/, ''));
  return username === '' ? undefined : { username, password };
}

function normalizeServer(server: string): string {
  const plain = server.replace(/^https?:\/\//, '').replace(/\/+$/, '');
  return plain.replace(/\/v[12]$/, '');
}

/** The credentials for an image, the most specific first, as the kubelet chooses them. */
export function credentialsFor(
  all: readonly RegistryCredentials[],
  { registry, repository }: Pick<ImageReference, 'registry' | 'repository'>,
): readonly RegistryCredentials[] {
  return all
    .filter(({ server }) => {
      const [host = '', ...path] = server.split('/');
      const prefix = path.join('/');
      const isPath = prefix === '' || repository === prefix || repository.startsWith(`${prefix}/`);
      return isPath && matchesHost(host, registry);
    })
    .sort((a, b) => b.server.length - a.server.length);
}

/** A star stands for any text inside of one label: `*.example.com` is not `a.b.example.com`. */
function matchesHost(pattern: string, registry: string): boolean {
  if (DOCKER_HUB.includes(pattern)) return DOCKER_HUB.includes(registry);
  const labels = pattern.split('.');
  const given = registry.split('.');
  return labels.length === given.length && labels.every((label, index) => matchesLabel(label, given[index] ?? ''));
}

function matchesLabel(pattern: string, label: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return pattern === label;
  const last = rest.pop() ?? '';
  if (!label.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = label.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return label.length - last.length >= at && label.endsWith(last);
}
