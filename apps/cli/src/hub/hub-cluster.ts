import { type ClusterAccess, kubeconfigPaths } from '@kubemin/kube';
import { clusterAccess, clusterSearch } from '../cluster-access.ts';
import type { CommandContext } from '../command-context.ts';
import { inBoth } from '../language/catalogue.ts';
import { clusterWords } from '../language/words/cluster.ts';
import { hubWords } from '../language/words/hub.ts';
import { clusterName, confirmForeign } from '../selected-cluster.ts';
import { talk } from '../talk.ts';

/**
 * The cluster that the hub works on: as kubectl would find it, named before anything is sent there. Where it was found
 * and not named, and is not one of KubeMin's, the user has to agree; undefined when not.
 */
export async function hubCluster(
  context: CommandContext,
  kubeconfig: string | undefined,
): Promise<ClusterAccess | undefined> {
  const choice = { kubeconfig, context: undefined };
  const access = clusterAccess(context, choice, (paths) => inBoth(hubWords, (say) => say.chooseKubeconfig(paths)));
  const paths = kubeconfigPaths(clusterSearch(context, choice));
  const say = clusterWords[context.language];
  talk(context, say.worksOn(clusterName(access), paths.length === 0 ? say.serviceAccount : paths.join(', ')));
  const wasFound = kubeconfig === undefined && paths.length > 0;
  return !wasFound || (await confirmForeign(context, access)) ? access : undefined;
}
