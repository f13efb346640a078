import type { ClusterNode } from '@kubemin/client';
import { Health } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { clusterMessages } from '../../messages/index.ts';

/** Whether a node is ready and takes pods. */
export function NodeState({ node }: { readonly node: ClusterNode }) {
  const { t } = useLanguage();
  if (!node.ready) return <Health state="Failed">{t(clusterMessages.notReady)}</Health>;
  return node.schedulable ? (
    <Health state="Running">{t(clusterMessages.ready)}</Health>
  ) : (
    <Health state="Pending">{t(clusterMessages.cordoned)}</Health>
  );
}
