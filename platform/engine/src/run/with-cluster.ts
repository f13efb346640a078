import type { DeliveryCluster } from '../task/index.ts';
import type { RunDependencies, SharedDependencies } from './run-dependencies.ts';

/** The dependencies of a run in a cluster: all of it happens there, since an application never moves. */
export function withCluster(
  shared: SharedDependencies,
  cluster: DeliveryCluster,
  name: string | undefined,
): RunDependencies {
  const shares = name === undefined ? shared.shares : shared.shares.inCluster(name);
  return { ...shared, ...cluster, shares };
}
