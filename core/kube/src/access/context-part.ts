import { accessMessages } from '../messages/access.ts';
import { KubeconfigError } from './kubeconfig-error.ts';
import type { KubeconfigFiles } from './kubeconfig-files.ts';
import type { KubeconfigSection } from './kubeconfig-section.ts';

/** A context with the entries it leads to. */
export interface ContextPart {
  readonly context: string;
  readonly chosen: KubeconfigSection;
  readonly cluster: KubeconfigSection;
  readonly user: KubeconfigSection | undefined;
}

/** The context that was asked for, else the current one. */
export function contextIn(files: KubeconfigFiles, wanted: string | undefined): ContextPart {
  const context = wanted ?? files.currentContext;
  if (context === undefined) {
    throw new KubeconfigError('KUBECONFIG_NO_CONTEXT', accessMessages.noContext({ names: files.names('contexts') }));
  }
  const chosen = files.entry('contexts', context);
  const cluster = files.entry('clusters', chosen.required('cluster'));
  const userName = chosen.text('user');
  return { context, chosen, cluster, user: userName === undefined ? undefined : files.entry('users', userName) };
}
