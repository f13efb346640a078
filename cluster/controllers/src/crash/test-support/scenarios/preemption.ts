import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { eventually } from '@kubemin/testing';
import { expect } from 'vitest';
import { isReady } from '../../../pod-owner/pod/pod-state.ts';
import { pod } from '../../../test-support/workload.ts';
import type { Scenario } from '../scenario.ts';
import { CROWDED, IMPORTANT } from '../scenario-nodes.ts';

/** A node full of pods has to make room for one that matters more: one of them goes, and only one. */
export const preemption: Scenario = {
  name: 'preemption',
  async run({ client, namespace, begin }) {
    const pods = client.resource(core.v1.pods, namespace);
    for (let count = 0; count < 4; count += 1) await pods.create(crowded());
    await eventually(async () => (await pods.list()).items.every(isReady));
    const log = await begin();
    const { metadata } = await pods.create(crowded(IMPORTANT));
    await eventually(async () => isReady(await pods.get(metadata.name ?? '')));
    return async () => {
      expect(log.comings.filter((coming) => coming.startsWith('-'))).toHaveLength(1);
      expect((await pods.list()).items).toHaveLength(4);
    };
  },
};

/** A quarter of the node; slow to stop, so that it is seen while it terminates. */
function crowded(priorityClassName?: string): Pod {
  const annotations = { 'kubemin.io/simulate-stop-delay': '1s' };
  const made = pod('crowded', { annotations, requests: { cpu: '2' } });
  const spec = {
    containers: made.spec?.containers ?? [],
    nodeSelector: { 'kubernetes.io/hostname': CROWDED },
    tolerations: [{ operator: 'Exists', effect: 'NoSchedule' }],
    ...(priorityClassName && { priorityClassName }),
  };
  return { ...made, metadata: { generateName: 'crowded-', annotations }, spec };
}
