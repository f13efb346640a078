import { TerminalError } from '@kubemin/base';
import { stringify } from 'yaml';
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

const COMMAND =
  'would run a command or ask a provider on this side, which a kubeconfig from elsewhere may not; ' +
  'use a token or a client certificate, for example of a service account';

const FLATTEN = '`kubectl config view --flatten --minify --raw` writes a kubeconfig that holds everything itself';

/** What would reach out of the text: into the files or the programs of whoever reads it. */
const REACHING_OUT: readonly { readonly part: 'cluster' | 'user'; readonly field: string; readonly why: string }[] = [
  { part: 'user', field: 'exec', why: COMMAND },
  { part: 'user', field: 'auth-provider', why: COMMAND },
  { part: 'user', field: 'tokenFile', why: 'names a file, which is not here; give the token itself as token' },
  ...(['client-certificate', 'client-key'] as const).map((field) => ({
    part: 'user' as const,
    field,
    why: file(field),
  })),
  { part: 'cluster', field: 'certificate-authority', why: file('certificate-authority') },
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
    throw cluster.problem(
      'holds a user and maybe a password; give them as username and password of the user',
      'server',
    );
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

function file(field: string): string {
  return `names a file, which is not here; put its content into ${field}-data: ${FLATTEN}`;
}

const noFiles: ReadFile = (path) => {
  throw new TerminalError(`${path} is not read for a kubeconfig from elsewhere`, { code: 'FILE_REFUSED' });
};
