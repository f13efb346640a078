import type { EngineDependencies, RunDependencies } from './run-dependencies.ts';

/** What a run in a cluster has: everything of it happens there, since an application never moves. */
export async function withCluster<D extends EngineDependencies>(
  dependencies: D,
  cluster: string | undefined,
): Promise<D & RunDependencies> {
  const found = await dependencies.clusters.get(cluster);
  const shares = cluster === undefined ? dependencies.shares : dependencies.shares.inCluster(cluster);
  return { ...dependencies, ...found, shares };
}
