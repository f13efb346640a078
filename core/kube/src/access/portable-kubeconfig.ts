import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { stringify } from 'yaml';
import { accessMessages } from '../messages/index.ts';
import { type ClusterAccess, loadKubeconfig } from './kubeconfig.ts';
import { selectContext } from './kubeconfig-context.ts';
import { KubeconfigFiles, parseKubeconfig, type ReadFile } from './kubeconfig-files.ts';
import type { KubeconfigSection } from './kubeconfig-section.ts';

/** What a kubeconfig from elsewhere comes down to. */
export interface PortableKubeconfig {
  readonly access: ClusterAccess;
  /** A kubeconfig of the chosen context and nothing else. It holds secrets. */
  readonly text: string;
}

/** Fields that refer to files or programs of the machine that reads the kubeconfig. */
const LOCAL_REFERENCES: readonly {
  readonly part: 'cluster' | 'user';
  readonly field: string;
  readonly why: Message;
}[] = [
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
 * Reads a kubeconfig from an untrusted source without reading files or starting programs. Throws KubeconfigError
 * for what is wrong with the part the context uses, and for all of it that reaches out of the text.
 */
export function readPortableKubeconfig(
  text: string,
  { context: wanted }: { readonly context?: string | undefined } = {},
): PortableKubeconfig {
  const files = new KubeconfigFiles([parseKubeconfig(text, { baseDir: '/' })]);
  const { context, settings, cluster, user } = selectContext(files, wanted);
  for (const { part, field, why } of LOCAL_REFERENCES) {
    const section = part === 'cluster' ? cluster : user;
    if (section?.has(field)) throw section.problem(why, field, { code: 'KUBECONFIG_UNSUPPORTED' });
  }
  // Addresses are shown and logged; credentials are not.
  if (URL.parse(cluster.getRequiredString('server'))?.username) {
    throw cluster.problem(accessMessages.passwordInServer, 'server');
  }
  const kept = stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': context,
    contexts: [{ name: context, context: rawFields(settings) }],
    clusters: [{ name: settings.getRequiredString('cluster'), cluster: rawFields(cluster) }],
    users: user === undefined ? [] : [{ name: settings.getRequiredString('user'), user: rawFields(user) }],
  });
  return { access: loadKubeconfig(kept, { baseDir: '/', readFile: rejectFileReads }), text: kept };
}

function rawFields(section: KubeconfigSection): Readonly<Record<string, unknown>> {
  return Object.fromEntries(section.keys().map((key) => [key, section.getRaw(key)]));
}

const rejectFileReads: ReadFile = (path) => {
  throw new TerminalError(accessMessages.fileNotRead({ path }), { code: 'FILE_REFUSED' });
};
