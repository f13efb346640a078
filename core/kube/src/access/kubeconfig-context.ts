import { accessMessages } from '../messages/index.ts';
import { KubeconfigError } from './kubeconfig-error.ts';
import type { KubeconfigFiles } from './kubeconfig-files.ts';
import type { KubeconfigSection } from './kubeconfig-section.ts';

/** A context with the entries it leads to. */
export interface KubeconfigContext {
  readonly context: string;
  readonly settings: KubeconfigSection;
  readonly cluster: KubeconfigSection;
  readonly user: KubeconfigSection | undefined;
}

/** The context that was asked for, else the current one. */
export function selectContext(files: KubeconfigFiles, wanted: string | undefined): KubeconfigContext {
  const context = wanted ?? files.currentContext;
  if (context === undefined) {
    throw new KubeconfigError(
      'KUBECONFIG_NO_CONTEXT',
      accessMessages.noContext({ names: files.entryNames('contexts') }),
    );
  }
  const settings = files.getEntry('contexts', context);
  const cluster = files.getEntry('clusters', settings.getRequiredString('cluster'));
  const userName = settings.getString('user');
  return { context, settings, cluster, user: userName === undefined ? undefined : files.getEntry('users', userName) };
}
