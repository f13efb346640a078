import type { KubeClient } from '@kubemin/kube';
import { core, scheduling } from '@kubemin/kubeapi/resources';
import { eventually } from '@kubemin/testing';
import { registerScriptedNode } from './scripted-node.ts';

/** How many simulated nodes take what comes. */
export const SHARED_NODES = 3;
/** One more, for scenarios that ask for it by name. */
export const CROWDED = `simulated-node-${SHARED_NODES}`;
/** The class of pods for which others have to go. */
export const IMPORTANT = 'important';

/** Gives each node its part, and makes what all scenarios share. */
export async function prepareNodes(client: KubeClient): Promise<void> {
  await registerScriptedNode(client);
  const nodes = client.resource(core.v1.nodes);
  await eventually(async () => (await nodes.list()).items.length === SHARED_NODES + 2);
  const taints = [{ key: 'crash.test/crowded', effect: 'NoSchedule' }];
  await nodes.patch(CROWDED, { type: 'merge', body: { spec: { taints } } });
  await client.resource(scheduling.v1.priorityclasses).create({
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: IMPORTANT },
    value: 1000,
  });
}
