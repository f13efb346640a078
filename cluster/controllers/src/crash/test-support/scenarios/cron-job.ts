import { batch } from '@kubemin/kubeapi/resources';
import type { CronJob } from '@kubemin/kubeapi/types/batch.v1';
import { eventually } from '@kubemin/testing';
import { expect } from 'vitest';
import { job } from '../../../test-support/workload.ts';
import { isOver } from '../finished.ts';
import type { Scenario } from '../scenario.ts';
import { onScriptedNode } from '../scripted-node.ts';

const HOUR_MS = 3_600_000;

/** A run that was due a minute ago, and others in the hours before; the next one is far away. */
export const cronJob: Scenario = {
  name: 'cron job',
  async run({ client, namespace, begin }) {
    const cronJobs = client.resource(batch.v1.cronjobs, namespace);
    const jobs = client.resource(batch.v1.jobs, namespace);
    const now = Date.now();
    await cronJobs.create(hourly(new Date(now - 60_000).getUTCMinutes()));
    const lastScheduleTime = new Date(now - 3 * HOUR_MS).toISOString().replace(/\.\d+/, '');
    await cronJobs.patch('tick', { type: 'merge', body: { status: { lastScheduleTime } } }, { subresource: 'status' });
    const log = await begin();
    await cronJobs.patch('tick', { type: 'merge', body: { spec: { suspend: false } } });
    await eventually(async () => {
      const { items } = await jobs.list();
      const { status } = await cronJobs.get('tick');
      return items.length > 0 && items.every(isOver) && status?.lastSuccessfulTime !== undefined && !status.active;
    });
    return async () => {
      expect((await jobs.list()).items).toHaveLength(1);
      expect(log.created).toBe(1);
    };
  },
};

function hourly(minute: number): CronJob {
  const { spec } = onScriptedNode(job('tick'), { failOnce: [] });
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'tick' },
    spec: {
      schedule: `${minute} * * * *`,
      timeZone: 'Etc/UTC',
      suspend: true,
      jobTemplate: { ...(spec && { spec }) },
    },
  };
}
