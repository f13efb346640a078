import { batch } from '@kubemin/kubeapi/resources';
import { eventually } from '@kubemin/testing';
import { expect } from 'vitest';
import { job } from '../../../test-support/workload.ts';
import { isOver } from '../finished.ts';
import type { Scenario } from '../scenario.ts';
import { onScriptedNode } from '../scripted-node.ts';

const COMPLETIONS = 20;
const PARALLELISM = 5;
const FAILING = [0, 7, 14];

/** Twenty indexes, five at a time, some of which fail at first. */
export const indexedJob: Scenario = {
  name: 'indexed job',
  async run({ client, namespace, begin }) {
    const jobs = client.resource(batch.v1.jobs, namespace);
    const log = await begin();
    const spec = {
      completions: COMPLETIONS,
      parallelism: PARALLELISM,
      completionMode: 'Indexed',
      backoffLimit: 6,
    } as const;
    await jobs.create(onScriptedNode(job('work', { spec }), { failOnce: FAILING }));
    await eventually(async () => isOver(await jobs.get('work')));
    return async () => {
      const { status } = await jobs.get('work');
      expect(status).toMatchObject({ succeeded: COMPLETIONS, failed: FAILING.length, completedIndexes: '0-19' });
      expect(log.most).toBeLessThanOrEqual(PARALLELISM);
      expect(log.created).toBe(COMPLETIONS + FAILING.length);
    };
  },
};
