import type { DaemonSetSpec, DeploymentSpec, StatefulSetSpec } from '@kubemin/kubeapi/types/apps.v1';
import type { UpdatePolicy } from '@kubemin/model';

type Policy = UpdatePolicy | undefined;

const DEFAULT_SHARE = '25%';

/**
 * How a Deployment replaces its own pods. Canary and blue-green are more than one Deployment can do; each of the
 * Deployments they use rolls. Defaults are written out: what delivery does not name it could not take back later.
 */
export function deploymentStrategy(policy: Policy): NonNullable<DeploymentSpec['strategy']> {
  if (policy?.strategy === 'recreate') return { type: 'Recreate' };
  return {
    type: 'RollingUpdate',
    rollingUpdate: {
      maxSurge: share(policy?.maxSurge ?? DEFAULT_SHARE),
      maxUnavailable: share(policy?.maxUnavailable ?? DEFAULT_SHARE),
    },
  };
}

/** How a StatefulSet replaces its own pods; `partition` keeps those of a lower ordinal as they are. */
export function statefulSetStrategy(partition = 0): NonNullable<StatefulSetSpec['updateStrategy']> {
  return { type: 'RollingUpdate', rollingUpdate: { partition } };
}

/** How a DaemonSet replaces its own pods; to recreate is to have all of them missing at once. */
export function daemonSetStrategy(policy: Policy): NonNullable<DaemonSetSpec['updateStrategy']> {
  const recreate = policy?.strategy === 'recreate';
  const surge = recreate ? '0' : (policy?.maxSurge ?? '0');
  // A DaemonSet may have pods more or pods less meanwhile, never both.
  const surges = !/^0%?$/.test(surge);
  const unavailable = surges ? '0' : recreate ? '100%' : (policy?.maxUnavailable ?? '1');
  return { type: 'RollingUpdate', rollingUpdate: { maxSurge: share(surge), maxUnavailable: share(unavailable) } };
}

function share(text: string): number | string {
  return text.endsWith('%') ? text : Number(text);
}
