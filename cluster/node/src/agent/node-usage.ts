import { join } from 'node:path';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { PodUsage } from '../pressure/index.ts';
import type { ContainerRuntime, ContainerStats } from '../runtime/index.ts';
import { diskUsage } from '../volumes/index.ts';
import { podLogDirectory } from './pod-preparation.ts';

export interface NodeUsageOptions {
  readonly runtime: ContainerRuntime;
  /** Has `pods` and `logs`. */
  readonly directory: string;
}

/**
 * What each pod uses, to choose the one that is evicted. Of the disk these are its volumes and logs; what containers write
 * outside of volumes is not counted, nor are processes.
 */
export async function readPodUsage(
  pods: readonly Pod[],
  by: 'memory' | 'disk' | 'processes',
  { runtime, directory }: NodeUsageOptions,
): Promise<readonly PodUsage[]> {
  const [sandboxes, stats] = await Promise.all([runtime.listSandboxes(), runtime.listStats()]);
  const podOfSandbox = new Map(sandboxes.map(({ id, pod }) => [id, pod.uid]));
  const byPod = Map.groupBy(stats, ({ sandboxId }) => podOfSandbox.get(sandboxId) ?? '');
  return Promise.all(
    pods.map(async (pod) => {
      const own: readonly ContainerStats[] = byPod.get(pod.metadata.uid ?? '') ?? [];
      const containers = own.map(({ name, memoryBytes }) => ({ name, memoryBytes }));
      const memoryBytes = containers.reduce((sum, container) => sum + container.memoryBytes, 0);
      const diskBytes = by === 'disk' ? await readDisk(pod, directory) : 0;
      return { pod, memoryBytes, diskBytes, processes: 0, containers };
    }),
  );
}

async function readDisk(pod: Pod, directory: string): Promise<number> {
  const places = [join(directory, 'pods', pod.metadata.uid ?? ''), podLogDirectory(directory, pod)];
  const bytes = await Promise.all(places.map((place) => diskUsage(place)));
  return bytes.reduce((sum, one) => sum + one, 0);
}
