import type { HttpTransportOptions, Impersonation } from '../client/index.ts';
import { accessMessages } from '../messages/index.ts';
import { parseExecConfig } from './exec-config.ts';
import { type ExecPluginOptions, execCredentialSource } from './exec-credential-source.ts';
import type { ReadFile } from './kubeconfig-files.ts';
import type { KubeconfigSection } from './kubeconfig-section.ts';
import { readPem, readReferencedFile } from './referenced-file.ts';

/** What the fields of a user lean on. */
export interface UserContext {
  readonly cluster: KubeconfigSection;
  readonly readFile: ReadFile;
  readonly exec: ExecPluginOptions | undefined;
}

type UserCredentials = Pick<
  HttpTransportOptions,
  'token' | 'basic' | 'clientCert' | 'clientKey' | 'credentials' | 'impersonate'
>;

/** The credentials of a user in a kubeconfig. A token takes precedence over a plugin, as with kubectl. */
export function parseUser(user: KubeconfigSection, { cluster, readFile, exec }: UserContext): UserCredentials {
  if (user.has('auth-provider')) {
    const what = accessMessages.authProvider;
    throw user.problem(what, '', { code: 'KUBECONFIG_UNSUPPORTED' });
  }
  const token = tokenSource(user, readFile);
  const basic = parseBasicAuth(user);
  if (token !== undefined && basic !== undefined) {
    throw user.problem(accessMessages.tokenAndPassword);
  }
  const plugin = user.has('exec') && token === undefined && basic === undefined;
  return {
    token,
    basic,
    ...readClientCertificate(user, readFile),
    credentials: plugin ? createPlugin(user.getSection('exec'), cluster, readFile, exec) : undefined,
    impersonate: parseImpersonation(user),
  };
}

/** A token file wins over a token and is read again for each request: clusters renew such tokens every hour. */
function tokenSource(user: KubeconfigSection, readFile: ReadFile): HttpTransportOptions['token'] {
  if (!user.has('tokenFile')) return user.getString('token');
  const read = (): string => readReferencedFile(user, 'tokenFile', readFile).trim();
  read();
  return read;
}

function parseBasicAuth(user: KubeconfigSection): HttpTransportOptions['basic'] {
  const username = user.getString('username');
  const password = user.getString('password');
  if (username === undefined && password === undefined) return undefined;
  return { username: username ?? user.getRequiredString('username'), password: password ?? '' };
}

function readClientCertificate(
  user: KubeconfigSection,
  readFile: ReadFile,
): Pick<UserCredentials, 'clientCert' | 'clientKey'> {
  const clientCert = readPem(user, 'client-certificate', readFile);
  const clientKey = readPem(user, 'client-key', readFile);
  if ((clientCert === undefined) !== (clientKey === undefined)) {
    const missing = clientCert === undefined ? 'client-certificate' : 'client-key';
    throw user.problem(accessMessages.halfPair, missing);
  }
  return { clientCert, clientKey };
}

function createPlugin(
  section: KubeconfigSection,
  cluster: KubeconfigSection,
  readFile: ReadFile,
  options: ExecPluginOptions | undefined,
) {
  if (options !== undefined) return execCredentialSource(parseExecConfig(section, cluster, readFile), options);
  throw section.problem(accessMessages.pluginNotAllowed, '', { code: 'KUBECONFIG_UNSUPPORTED' });
}

function parseImpersonation(user: KubeconfigSection): Impersonation | undefined {
  const extra = user.getSection('as-user-extra');
  const rest = {
    uid: user.getString('as-uid'),
    groups: user.getStrings('as-groups'),
    extra: Object.fromEntries(extra.keys().map((key) => [key, extra.getStrings(key)])),
  };
  const name = user.getString('as');
  if (name !== undefined) return { user: name, ...rest };
  const without = ['as-uid', 'as-groups', 'as-user-extra'].find((field) => user.has(field));
  if (without === undefined) return undefined;
  throw user.problem(accessMessages.impersonationWithoutUser, without);
}
