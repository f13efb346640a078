import type { ClusterAccess } from '@kubemin/kube';
import { clusterAccess } from '../cluster-access.ts';
import type { CommandContext } from '../command-context.ts';
import { inBoth } from '../language/catalogue.ts';
import { hubWords } from '../language/words/hub.ts';

/** The cluster that the hub works on, and its definitions are installed in: as kubectl would find it. */
export function hubCluster(context: CommandContext, kubeconfig: string | undefined): ClusterAccess {
  const choice = { kubeconfig, context: undefined };
  return clusterAccess(context, choice, (paths) => inBoth(hubWords, (say) => say.chooseKubeconfig(paths)));
}
