import { accessMessages } from '../messages/access.ts';
import type { HttpTransportOptions } from '../transport/http-transport.ts';
import type { Impersonation } from '../transport/impersonation.ts';
import { execConfig } from './exec-config.ts';
import { type ExecPluginOptions, execPlugin } from './exec-plugin.ts';
import type { ReadFile } from './kubeconfig-files.ts';
import type { KubeconfigSection } from './kubeconfig-section.ts';
import { namedFile, namedPem } from './named-file.ts';

/** What the fields of a user lean on. */
export interface UserSurroundings {
  readonly cluster: KubeconfigSection;
  readonly readFile: ReadFile;
  readonly exec: ExecPluginOptions | undefined;
}

type UserPart = Pick<
  HttpTransportOptions,
  'token' | 'basic' | 'clientCert' | 'clientKey' | 'credentials' | 'impersonate'
>;

/** What a kubeconfig says about who we are. Of several ways to say it, a token wins over a plugin, as with kubectl. */
export function userPart(user: KubeconfigSection, { cluster, readFile, exec }: UserSurroundings): UserPart {
  if (user.has('auth-provider')) {
    const what = accessMessages.authProvider;
    throw user.problem(what, '', { code: 'KUBECONFIG_UNSUPPORTED' });
  }
  const token = tokenOf(user, readFile);
  const basic = passwordOf(user);
  if (token !== undefined && basic !== undefined) {
    throw user.problem(accessMessages.tokenAndPassword);
  }
  const plugin = user.has('exec') && token === undefined && basic === undefined;
  return {
    token,
    basic,
    ...certificateOf(user, readFile),
    credentials: plugin ? pluginOf(user.section('exec'), cluster, readFile, exec) : undefined,
    impersonate: impersonationOf(user),
  };
}

/** A token file wins over a token and is read again for each request: clusters renew such tokens every hour. */
function tokenOf(user: KubeconfigSection, readFile: ReadFile): HttpTransportOptions['token'] {
  if (!user.has('tokenFile')) return user.text('token');
  const read = (): string => namedFile(user, 'tokenFile', readFile).trim();
  read();
  return read;
}

function passwordOf(user: KubeconfigSection): HttpTransportOptions['basic'] {
  const username = user.text('username');
  const password = user.text('password');
  if (username === undefined && password === undefined) return undefined;
  return { username: username ?? user.required('username'), password: password ?? '' };
}

function certificateOf(user: KubeconfigSection, readFile: ReadFile): Pick<UserPart, 'clientCert' | 'clientKey'> {
  const clientCert = namedPem(user, 'client-certificate', readFile);
  const clientKey = namedPem(user, 'client-key', readFile);
  if ((clientCert === undefined) !== (clientKey === undefined)) {
    const missing = clientCert === undefined ? 'client-certificate' : 'client-key';
    throw user.problem(accessMessages.halfPair, missing);
  }
  return { clientCert, clientKey };
}

function pluginOf(
  section: KubeconfigSection,
  cluster: KubeconfigSection,
  readFile: ReadFile,
  options: ExecPluginOptions | undefined,
) {
  if (options !== undefined) return execPlugin(execConfig(section, cluster, readFile), options);
  throw section.problem(accessMessages.pluginNotAllowed, '', { code: 'KUBECONFIG_UNSUPPORTED' });
}

function impersonationOf(user: KubeconfigSection): Impersonation | undefined {
  const extra = user.section('as-user-extra');
  const rest = {
    uid: user.text('as-uid'),
    groups: user.texts('as-groups'),
    extra: Object.fromEntries(extra.keys().map((key) => [key, extra.texts(key)])),
  };
  const name = user.text('as');
  if (name !== undefined) return { user: name, ...rest };
  const without = ['as-uid', 'as-groups', 'as-user-extra'].find((field) => user.has(field));
  if (without === undefined) return undefined;
  throw user.problem(accessMessages.impersonationWithoutUser, without);
}
