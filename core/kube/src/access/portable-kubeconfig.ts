import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { stringify } from 'yaml';
import { accessMessages } from '../messages/access.ts';
import { contextIn } from './context-part.ts';
import { type ClusterAccess, loadKubeconfig } from './kubeconfig.ts';
import { KubeconfigFiles, parseKubeconfig, type ReadFile } from './kubeconfig-files.ts';
import type { KubeconfigSection } from './kubeconfig-section.ts';

/** What a kubeconfig from elsewhere comes down to. */
export interface PortableKubeconfig {
  readonly access: ClusterAccess;
  /** A kubeconfig of the chosen context and nothing else. It holds secrets. */
  readonly text: string;
}

/** What would reach out of the text: into the files or the programs of whoever reads it. */
const REACHING_OUT: readonly { readonly part: 'cluster' | 'user'; readonly field: string; readonly why: Message }[] = [
  { part: 'user', field: 'exec', why: accessMessages.runsCommand },
  { part: 'user', field: 'auth-provider', why: accessMessages.runsCommand },
  { part: 'user', field: 'tokenFile', why: accessMessages.tokenFile },
  ...(['client-certificate', 'client-key'] as const).map((field) => ({
    part: 'user' as const,
    field,
    why: accessMessages.localFile({ field }),
  })),
  {
    part: 'cluster',
    field: 'certificate-authority',
    why: accessMessages.localFile({ field: 'certificate-authority' }),
  },
];

/**
 * Reads a kubeconfig that somebody else wrote, as if there were neither files nor programs here. Throws KubeconfigError
 * for what is wrong with the part the context uses, and for all of it that reaches out of the text.
 */
export function readPortableKubeconfig(
  text: string,
  { context: wanted }: { readonly context?: string | undefined } = {},
): PortableKubeconfig {
  const files = new KubeconfigFiles([parseKubeconfig(text, { baseDir: '/' })]);
  const { context, chosen, cluster, user } = contextIn(files, wanted);
  for (const { part, field, why } of REACHING_OUT) {
    const section = part === 'cluster' ? cluster : user;
    if (section?.has(field)) throw section.problem(why, field, { code: 'KUBECONFIG_UNSUPPORTED' });
  }
  // Addresses are shown and logged; credentials are not.
  if (URL.parse(cluster.required('server'))?.username) {
    throw cluster.problem(accessMessages.passwordInServer, 'server');
  }
  const kept = stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': context,
    contexts: [{ name: context, context: fieldsOf(chosen) }],
    clusters: [{ name: chosen.required('cluster'), cluster: fieldsOf(cluster) }],
    users: user === undefined ? [] : [{ name: chosen.required('user'), user: fieldsOf(user) }],
  });
  return { access: loadKubeconfig(kept, { baseDir: '/', readFile: noFiles }), text: kept };
}

function fieldsOf(section: KubeconfigSection): Readonly<Record<string, unknown>> {
  return Object.fromEntries(section.keys().map((key) => [key, section.raw(key)]));
}

const noFiles: ReadFile = (path) => {
  throw new TerminalError(accessMessages.fileNotRead({ path }), { code: 'FILE_REFUSED' });
};
