import { batch } from '@kubemin/kubeapi/resources';
import { eventually } from '@kubemin/testing';
import { expect } from 'vitest';
import { job } from '../../../test-support/workload.ts';
import { isOver } from '../finished.ts';
import type { Scenario } from '../scenario.ts';
import { onScriptedNode } from '../scripted-node.ts';

const LIMIT = 3;

/** A Job whose pods all fail, until it has had enough of them. */
export const failingJob: Scenario = {
  name: 'failing job',
  async run({ client, namespace, begin }) {
    const jobs = client.resource(batch.v1.jobs, namespace);
    const log = await begin();
    await jobs.create(onScriptedNode(job('work', { spec: { backoffLimit: LIMIT } }), { failOnce: 'always' }));
    await eventually(async () => isOver(await jobs.get('work')));
    return async () => {
      expect((await jobs.get('work')).status).toMatchObject({ failed: LIMIT + 1 });
      expect(log.most).toBe(1);
      expect(log.created).toBe(LIMIT + 1);
    };
  },
};
