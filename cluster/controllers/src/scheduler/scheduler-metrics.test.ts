import { MetricRegistry, silentLogger, systemRandom } from '@kubemin/base';
import { type ControllerModule, createManager } from '@kubemin/controller';
import { core, scheduling } from '@kubemin/kubeapi/resources';
import { ManualClock, metricSamples, startTestCluster } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { handMadeNode } from '../test-support/hand-made-node.ts';
import { pod } from '../test-support/workload.ts';
import { scheduler } from './scheduler-controller.ts';

async function start() {
  const clock = new ManualClock();
  const cluster = await startTestCluster({ controllers: false, clock });
  onTestFinished(() => cluster.close());
  const { client } = cluster;
  const metrics = new MetricRegistry();
  /** One term: each has everything but the registry of its own. */
  const lead = async () => {
    const stop = new AbortController();
    // A manager makes what it counts itself once, for all its terms: two of them cannot share that.
    const own = scheduler();
    const module: ControllerModule = { ...own, setup: (context) => own.setup({ ...context, metrics }) };
    const manager = createManager({ client, clock, random: systemRandom, logger: silentLogger }).with(module);
    const running = manager.run(stop.signal);
    await Promise.race([manager.ready, running]);
    return async () => {
      stop.abort();
      await running;
    };
  };
  const pods = client.resource(core.v1.pods, 'default');
  const addNode = async (name: string) => {
    const nodes = client.resource(core.v1.nodes);
    await nodes.create(handMadeNode(name));
    await nodes.patch(name, { type: 'merge', body: { spec: { taints: null } } });
  };
  const value = (series: string) => metricSamples(metrics.text()).get(`scheduler_${series}`);
  return { clock, client, pods, addNode, value, lead };
}

test('attempts, waits and pending pods have the metric names that dashboards know', async () => {
  const { clock, client, pods, addNode, value, lead } = await start();
  const stop = await lead();
  onTestFinished(stop);
  const gated = pod('gated');
  await pods.create({ ...gated, spec: { containers: [], ...gated.spec, schedulingGates: [{ name: 'a.b/c' }] } });
  await pods.create(pod('low', { requests: { cpu: '6' } }));
  await clock.advance(1_000);
  expect(value('schedule_attempts_total{result="unschedulable",profile="default-scheduler"}')).toBe(1);
  expect(value('pending_pods{queue="unschedulable"}')).toBe(1);
  expect(value('pending_pods{queue="gated"}')).toBe(1);
  expect(value('pending_pods{queue="active"}')).toBe(0);
  expect(value('queue_incoming_pods_total{event="ScheduleAttemptFailure",queue="unschedulable"}')).toBe(1);
  await clock.advance(60_000);
  await addNode('only');
  await clock.advance(1_000);
  expect(value('schedule_attempts_total{result="scheduled",profile="default-scheduler"}')).toBe(1);
  expect(value('scheduling_attempt_duration_seconds_count{result="scheduled",profile="default-scheduler"}')).toBe(1);
  // A node comes with a taint, which is removed: the pod may have been tried in between.
  const waited = [2, 3].map((tries) => value(`pod_scheduling_sli_duration_seconds_sum{attempts="${tries}"}`) ?? 0);
  expect(Math.max(...waited)).toBeGreaterThanOrEqual(60);
  expect(value('queue_incoming_pods_total{event="PodAdd",queue="active"}')).toBe(1);
  expect(value('queue_incoming_pods_total{event="PodAdd",queue="gated"}')).toBe(1);
  expect(value('queue_incoming_pods_total{event="NodeChange",queue="active"}')).toBeGreaterThanOrEqual(1);
  expect(value('pending_pods{queue="unschedulable"}')).toBe(0);
  expect(value('preemption_attempts_total')).toBe(0);
  await client.resource(scheduling.v1.priorityclasses).create({
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: 'urgent' },
    value: 10,
  });
  const high = pod('high', { requests: { cpu: '6' } });
  await pods.create({ ...high, spec: { containers: [], ...high.spec, priorityClassName: 'urgent' } });
  await clock.advance(1_000);
  expect(value('preemption_attempts_total')).toBe(1);
  expect(value('preemption_victims_sum')).toBe(1);
});

test('counts continue over terms; between terms no pod is pending', async () => {
  const { clock, pods, addNode, value, lead } = await start();
  await addNode('only');
  const scheduled = 'schedule_attempts_total{result="scheduled",profile="round-robin"}';
  const rotating = (name: string) => {
    const made = pod(name);
    return { ...made, spec: { containers: [], ...made.spec, schedulerName: 'round-robin' } };
  };
  const first = await lead();
  await pods.create(rotating('one'));
  await clock.advance(1_000);
  expect(value(scheduled)).toBe(1);
  await first();
  expect(value('pending_pods{queue="active"}')).toBeUndefined();
  const second = await lead();
  onTestFinished(second);
  await pods.create(rotating('two'));
  await clock.advance(1_000);
  expect(value(scheduled)).toBe(2);
  expect(value('pending_pods{queue="active"}')).toBe(0);
});
