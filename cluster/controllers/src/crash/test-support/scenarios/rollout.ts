import { apps, core } from '@kubemin/kubeapi/resources';
import { eventually } from '@kubemin/testing';
import { expect } from 'vitest';
import { deployment, template } from '../../../test-support/workload.ts';
import { isRolledOut } from '../finished.ts';
import type { Scenario } from '../scenario.ts';

const REPLICAS = 12;

/** A Deployment behind a Service is created and then given another image. */
export const rollout: Scenario = {
  name: 'rollout',
  async run({ client, namespace, begin }) {
    const deployments = client.resource(apps.v1.deployments, namespace);
    const log = await begin();
    await client.resource(core.v1.services, namespace).create({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web' },
      spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
    });
    await deployments.create(deployment('web', REPLICAS));
    await eventually(async () => isRolledOut(await deployments.get('web')));
    log.fewestReady = REPLICAS;
    const body = { spec: { template: template('web', { image: 'shop:2' }) } };
    await deployments.patch('web', { type: 'strategic', body });
    await eventually(async () => isRolledOut(await deployments.get('web')));
    return () => {
      // A quarter more or less on the way, as the Deployment allows; and nothing made twice.
      expect(log.most).toBeLessThanOrEqual(REPLICAS + 3);
      expect(log.fewestReady).toBeGreaterThanOrEqual(REPLICAS - 3);
      expect(log.created).toBe(2 * REPLICAS);
    };
  },
};
