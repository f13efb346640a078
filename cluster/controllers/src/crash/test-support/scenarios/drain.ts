import { isStatusError } from '@kubemin/kubeapi';
import { apps, core, policy } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { eventually } from '@kubemin/testing';
import { expect } from 'vitest';
import { deployment } from '../../../test-support/workload.ts';
import { isRolledOut } from '../finished.ts';
import type { Scenario, ScenarioContext } from '../scenario.ts';

const REPLICAS = 6;

/** A node is drained as kubectl does it, while a budget lets one pod go at a time. */
export const drain: Scenario = {
  name: 'drain',
  async run(stage) {
    const { client, namespace } = stage;
    const deployments = client.resource(apps.v1.deployments, namespace);
    const pods = client.resource(core.v1.pods, namespace);
    const budgets = client.resource(policy.v1.poddisruptionbudgets, namespace);
    await budgets.create({
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'web' },
      spec: { maxUnavailable: 1, selector: { matchLabels: { app: 'web' } } },
    });
    await deployments.create(deployment('web', REPLICAS));
    await eventually(async () => isRolledOut(await deployments.get('web')));
    const [{ spec } = {}] = (await pods.list()).items;
    const node = spec?.nodeName ?? '';
    const evicted = (await pods.list({ fieldSelector: `spec.nodeName=${node}` })).items;
    const log = await stage.begin();
    const cordon = (unschedulable: boolean) =>
      client.resource(core.v1.nodes).patch(node, { type: 'merge', body: { spec: { unschedulable } } });
    await cordon(true);
    for (const pod of evicted) await evict(stage, pod);
    await eventually(async () => isRolledOut(await deployments.get('web')));
    await eventually(async () => (await budgets.get('web')).status?.currentHealthy === REPLICAS);
    await cordon(false);
    return () => {
      expect(log.fewestReady).toBeGreaterThanOrEqual(REPLICAS - 1);
      expect(log.most).toBeLessThanOrEqual(REPLICAS);
      expect(log.created).toBe(evicted.length);
    };
  },
};

/** Asks until the budget allows it. */
async function evict({ client, namespace }: ScenarioContext, { metadata }: Pod): Promise<void> {
  const { name = '' } = metadata;
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } };
  const pods = client.resource(core.v1.pods, namespace);
  await eventually(async () => {
    try {
      await pods.createSubresource(name, 'eviction', eviction);
      return true;
    } catch (error) {
      if (isStatusError(error, 'TooManyRequests')) return false;
      throw error;
    }
  });
}
