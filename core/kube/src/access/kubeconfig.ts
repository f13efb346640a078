import { isAbsolute, join } from 'node:path';
import { toError } from '@kubemin/base';
import { parse } from 'yaml';
import type { HttpTransportOptions } from '../transport/http-transport.ts';
import { KubeconfigError } from './kubeconfig-error.ts';
import { KubeconfigSection, problemAt } from './kubeconfig-section.ts';

/** What is needed to talk to a cluster: goes into httpTransport as it is. */
export interface ClusterAccess extends HttpTransportOptions {
  readonly context: string;
  /** The namespace the context works in, when it names one. */
  readonly namespace?: string | undefined;
}

/** How to read a kubeconfig. */
export interface LoadKubeconfigOptions {
  /** @default current-context of the file */
  readonly context?: string | undefined;
  readonly readFile: (path: string) => string;
  /** What relative file names in the file are relative to: its own directory. */
  readonly baseDir: string;
}

/** Reads the text of a kubeconfig. Throws KubeconfigError for everything that is wrong with the part the context uses. */
export function loadKubeconfig(text: string, options: LoadKubeconfigOptions): ClusterAccess {
  const file = parseText(text);
  const context = options.context ?? file.text('current-context');
  if (context === undefined) {
    throw new KubeconfigError(
      'KUBECONFIG_NO_CONTEXT',
      `no context is chosen: set current-context, or name one of: ${known(file, 'contexts')}`,
    );
  }
  const chosen = entry(file, 'contexts', context);
  const cluster = entry(file, 'clusters', required(chosen, 'cluster'));
  const userName = chosen.text('user');
  const user = userName === undefined ? undefined : entry(file, 'users', userName);
  return {
    context,
    namespace: chosen.text('namespace'),
    ...clusterPart(cluster, options),
    ...(user && userPart(user, options)),
  };
}

const LISTS = {
  contexts: { inner: 'context', code: 'KUBECONFIG_CONTEXT_UNKNOWN' },
  clusters: { inner: 'cluster', code: 'KUBECONFIG_CLUSTER_UNKNOWN' },
  users: { inner: 'user', code: 'KUBECONFIG_USER_UNKNOWN' },
} as const;

/** What others support and we do not. Leaving such a field out would mean to act as somebody else, or to fail later in the dark. */
const REFUSED_FOR_USERS: Readonly<Record<string, string>> = {
  exec: 'asks for a credential plugin (exec), which is not supported yet; use a token, a tokenFile or a client certificate, for example of a service account',
  'auth-provider': 'uses an auth-provider, which Kubernetes itself has removed; use a token or a client certificate',
  username: 'uses a password, which Kubernetes itself has removed; use a token or a client certificate',
  as: 'impersonates another user, which is not supported; remove it, or use credentials of that user',
};

const REFUSED_FOR_CLUSTERS: Readonly<Record<string, string>> = {
  'proxy-url': 'names a proxy, which is not supported; use an address that can be reached directly',
};

function clusterPart(cluster: KubeconfigSection, files: LoadKubeconfigOptions) {
  refuse(cluster, REFUSED_FOR_CLUSTERS);
  const server = required(cluster, 'server');
  const protocol = URL.parse(server)?.protocol;
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw problemAt(
      'KUBECONFIG_INVALID',
      cluster.at('server'),
      `is '${server}', which is no address; write https://host:6443 or http://host:port`,
    );
  }
  return {
    server,
    ca: pem(cluster, 'certificate-authority', files),
    tlsServerName: cluster.text('tls-server-name'),
    insecureSkipTlsVerify: cluster.flag('insecure-skip-tls-verify'),
  };
}

function userPart(user: KubeconfigSection, files: LoadKubeconfigOptions) {
  refuse(user, REFUSED_FOR_USERS);
  const clientCert = pem(user, 'client-certificate', files);
  const clientKey = pem(user, 'client-key', files);
  if ((clientCert === undefined) !== (clientKey === undefined)) {
    const missing = clientCert === undefined ? 'client-certificate' : 'client-key';
    throw problemAt('KUBECONFIG_INVALID', user.at(missing), 'is missing: certificate and key belong together');
  }
  return { token: tokenOf(user, files), clientCert, clientKey };
}

/** A token file wins over a token and is read again for each request: clusters renew such tokens every hour. */
function tokenOf(user: KubeconfigSection, files: LoadKubeconfigOptions): ClusterAccess['token'] {
  if (!user.has('tokenFile')) return user.text('token');
  const read = (): string => fileOf(user, 'tokenFile', files).trim();
  read();
  return read;
}

/** `<field>-data` (base64) wins over `<field>` (a file name), as with kubectl. */
function pem(section: KubeconfigSection, field: string, files: LoadKubeconfigOptions): string | undefined {
  const data = section.text(`${field}-data`);
  if (data === undefined) return section.has(field) ? fileOf(section, field, files) : undefined;
  const text = Buffer.from(data, 'base64').toString('utf8');
  if (text.includes('-----BEGIN ')) return text;
  throw problemAt('KUBECONFIG_INVALID', section.at(`${field}-data`), 'must be PEM text encoded as base64');
}

function fileOf(section: KubeconfigSection, field: string, { readFile, baseDir }: LoadKubeconfigOptions): string {
  const name = required(section, field);
  const path = isAbsolute(name) ? name : join(baseDir, name);
  try {
    return readFile(path);
  } catch (cause) {
    throw new KubeconfigError(
      'KUBECONFIG_FILE_UNREADABLE',
      `${section.at(field)} names ${path}, which cannot be read (${toError(cause).message}); correct the name or the file's permissions`,
      cause,
    );
  }
}

function entry(file: KubeconfigSection, list: keyof typeof LISTS, name: string): KubeconfigSection {
  const { inner, code } = LISTS[list];
  const found = file.named(list, inner, name);
  if (found !== undefined) return found;
  throw new KubeconfigError(code, `there is no ${inner} '${name}'; ${list} has: ${known(file, list)}`);
}

function known(file: KubeconfigSection, list: string): string {
  return file.names(list).join(', ') || 'none';
}

function required(section: KubeconfigSection, field: string): string {
  const value = section.text(field);
  if (value !== undefined) return value;
  throw problemAt('KUBECONFIG_INVALID', section.at(field), 'is missing');
}

function refuse(section: KubeconfigSection, refused: Readonly<Record<string, string>>): void {
  for (const [field, why] of Object.entries(refused)) {
    if (section.has(field)) throw problemAt('KUBECONFIG_UNSUPPORTED', section.path, why);
  }
}

function parseText(text: string): KubeconfigSection {
  let document: unknown;
  try {
    document = parse(text, { logLevel: 'error' });
  } catch (cause) {
    throw new KubeconfigError('KUBECONFIG_SYNTAX', `this is not YAML: ${toError(cause).message}`, cause);
  }
  return new KubeconfigSection('', document);
}
