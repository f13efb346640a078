import { apps, batch, core } from '@kubemin/kubeapi/resources';
import type { StatefulSet, StatefulSetSpec } from '@kubemin/kubeapi/types/apps.v1';
import type { Job, JobSpec, PodFailurePolicy } from '@kubemin/kubeapi/types/batch.v1';
import type { Container, Pod, PodSpec } from '@kubemin/kubeapi/types/core.v1';
import { eventually } from '@kubemin/testing';
import { FOREVER } from '../pod-scenarios/scenario.ts';
import { connect, serverPod } from './network-specs.ts';
import { checker, NAMESPACE, type SpecContext, type Specs, specsOf } from './spec-context.ts';

const INDEXED = { completionMode: 'Indexed', backoffLimitPerIndex: 0 } as const;
/** Runs for as long as it is let. */
const ENDLESS = `trap 'exit 1' TERM; ${FOREVER}`;
const isOdd = '[ "$(($JOB_COMPLETION_INDEX % 2))" = 1 ]';

function jobs(spec: SpecContext) {
  return spec.client.resource(batch.v1.jobs, NAMESPACE);
}

async function createJob(spec: SpecContext, script: string, more: Partial<JobSpec>, pod: Partial<PodSpec> = {}) {
  const template = {
    spec: { restartPolicy: 'Never', terminationGracePeriodSeconds: 1, containers: [checker(script)] },
  };
  spec.onEnd(() => jobs(spec).delete(spec.name, { propagationPolicy: 'Background' }));
  return jobs(spec).create({
    ...{ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: spec.name } },
    spec: { ...more, template: { spec: { ...template.spec, ...pod } } },
  });
}

const condition = ({ status }: Job, type: string) =>
  status?.conditions?.find((one) => one.type === type && one.status === 'True');

async function waitForJob(spec: SpecContext, type: 'Complete' | 'Failed'): Promise<Job> {
  const isOver = (job: Job): boolean =>
    condition(job, 'Complete') !== undefined || condition(job, 'Failed') !== undefined;
  const job = await eventually(() => jobs(spec).get(spec.name), { until: isOver });
  if (condition(job, type) === undefined) throw new Error(`the job is not ${type}: ${JSON.stringify(job.status)}`);
  return job;
}

interface JobEnd {
  readonly type: 'Complete' | 'Failed';
  readonly reason?: string;
  readonly completed?: string;
  readonly failed?: string;
}

/** Fails unless the job ends with what is named. */
const endsWith =
  (script: string, more: Partial<JobSpec>, { type, reason, completed, failed }: JobEnd, pod: Partial<PodSpec> = {}) =>
  async (spec: SpecContext): Promise<void> => {
    await createJob(spec, script, more, pod);
    const job = await waitForJob(spec, type);
    const { completedIndexes, failedIndexes } = job.status ?? {};
    const found = { reason: condition(job, type)?.reason, completedIndexes, failedIndexes };
    const isWanted =
      (reason === undefined || found.reason === reason) &&
      (completed === undefined || completedIndexes === completed) &&
      (failed === undefined || failedIndexes === failed);
    if (!isWanted) throw new Error(`the job has ended with ${JSON.stringify(found)}`);
  };

const onExitCode = (action: string, code: number): PodFailurePolicy => ({
  rules: [{ action, onExitCodes: { operator: 'In', values: [code] } }],
});
const four = { completions: 4, parallelism: 4 } as const;

const JOBS: Specs = {
  '[sig-apps] Job should run a job to completion when tasks sometimes fail and are locally restarted [Conformance]':
    endsWith(
      '[ -e /shared/seen ] && exit 0; touch /shared/seen; exit 1',
      { completions: 2, parallelism: 2 },
      { type: 'Complete' },
      {
        restartPolicy: 'OnFailure',
        containers: [
          checker('[ -e /shared/seen ] && exit 0; touch /shared/seen; exit 1', {
            volumeMounts: [{ name: 'shared', mountPath: '/shared' }],
          }),
        ],
        volumes: [{ name: 'shared', emptyDir: {} }],
      },
    ),
  '[sig-apps] Job should create pods for an Indexed job with completion indexes and specified hostname [Conformance]':
    async (spec) => {
      const script = `expect "$(hostname)" "${spec.name}-$JOB_COMPLETION_INDEX"`;
      await endsWith(
        script,
        { ...INDEXED, completions: 2, parallelism: 2 },
        { type: 'Complete', completed: '0,1' },
      )(spec);
    },
  '[sig-apps] Job should execute all indexes despite some failing when using backoffLimitPerIndex [Conformance]':
    endsWith(
      `${isOdd} && exit 1; exit 0`,
      { ...INDEXED, ...four },
      { type: 'Failed', completed: '0,2', failed: '1,3' },
    ),
  '[sig-apps] Job should allow to use the pod failure policy on exit code to fail the job early [Conformance]':
    endsWith(
      'exit 42',
      { completions: 1, backoffLimit: 1000, podFailurePolicy: onExitCode('FailJob', 42) },
      { type: 'Failed', reason: 'PodFailurePolicy' },
    ),
  '[sig-apps] Job with successPolicy succeededIndexes rule should succeeded even when some indexes remain pending [Conformance]':
    endsWith(
      `[ "$JOB_COMPLETION_INDEX" = 0 ] && exit 0; ${ENDLESS}`,
      { ...INDEXED, completions: 2, parallelism: 2, successPolicy: { rules: [{ succeededIndexes: '0' }] } },
      { type: 'Complete', reason: 'SuccessPolicy', completed: '0' },
    ),
  '[sig-apps] Job should manage the lifecycle of a job [Conformance]': async (spec) => {
    await createJob(spec, ENDLESS, {});
    await eventually(() => jobs(spec).get(spec.name), { until: ({ status }) => status?.ready === 1 });
    const body = { metadata: { labels: { changed: 'yes' } } };
    await jobs(spec).patch(spec.name, { type: 'merge', body });
    const { items } = await jobs(spec).list({ labelSelector: 'changed=yes' });
    if (items.length !== 1) throw new Error(`${items.length} jobs have the label`);
    await jobs(spec).delete(spec.name, { propagationPolicy: 'Foreground' });
    await eventually(async () => (await jobs(spec).find(spec.name)) === undefined);
    await eventually(async () => (await findPods(spec)).length === 0);
  },
};

const MORE_JOBS: Specs = {
  '[sig-apps] Job should mark indexes as failed when the FailIndex action is matched in podFailurePolicy [Conformance]':
    endsWith(
      `${isOdd} && exit 42; exit 0`,
      { ...INDEXED, ...four, backoffLimitPerIndex: 1, podFailurePolicy: onExitCode('FailIndex', 42) },
      { type: 'Failed', completed: '0,2', failed: '1,3' },
    ),
  '[sig-apps] Job should terminate job execution when the number of failed indexes exceeds maxFailedIndexes [Conformance]':
    endsWith(
      'exit 1',
      { ...INDEXED, ...four, maxFailedIndexes: 1 },
      { type: 'Failed', reason: 'MaxFailedIndexesExceeded' },
    ),
  '[sig-apps] Job with successPolicy should succeeded when all indexes succeeded [Conformance]': endsWith(
    'exit 0',
    { ...INDEXED, completions: 2, parallelism: 2, successPolicy: { rules: [{ succeededCount: 2 }] } },
    { type: 'Complete', completed: '0,1' },
  ),
  '[sig-apps] Job with successPolicy succeededCount rule should succeeded even when some indexes remain pending [Conformance]':
    endsWith(
      `[ "$JOB_COMPLETION_INDEX" = 0 ] && exit 0; ${ENDLESS}`,
      { ...INDEXED, completions: 2, parallelism: 2, successPolicy: { rules: [{ succeededCount: 1 }] } },
      { type: 'Complete', reason: 'SuccessPolicy' },
    ),
};

/** The pods that controllers have made for it. */
async function findPods(spec: SpecContext): Promise<readonly Pod[]> {
  const { items } = await spec.pods.list();
  return items.filter(({ metadata: { name = '' } }) => name.startsWith(`${spec.name}-`));
}

function sets(spec: SpecContext) {
  return spec.client.resource(apps.v1.statefulsets, NAMESPACE);
}

async function createSet(
  spec: SpecContext,
  container: Partial<Container>,
  more: Partial<StatefulSetSpec> = {},
  pod: Partial<PodSpec> = {},
): Promise<StatefulSet> {
  const labels = { set: spec.name };
  spec.onEnd(() => sets(spec).delete(spec.name, { propagationPolicy: 'Background' }));
  const containers = [checker(ENDLESS, container)];
  return sets(spec).create({
    ...{ apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: spec.name } },
    spec: {
      ...{ serviceName: spec.name, replicas: 2, selector: { matchLabels: labels } },
      template: { metadata: { labels }, spec: { terminationGracePeriodSeconds: 1, containers, ...pod } },
      ...more,
    },
  });
}

function scale(spec: SpecContext, replicas: number): Promise<StatefulSet> {
  return sets(spec).patch(spec.name, { type: 'merge', body: { spec: { replicas } } });
}

const waitForCount = (spec: SpecContext, count: number): Promise<readonly Pod[]> =>
  eventually(() => findPods(spec), { until: (pods) => pods.length === count && pods.every(isRunning) });
const isRunning = ({ status }: Pod): boolean => status?.phase === 'Running';
const isReady = ({ status }: Pod): boolean => status?.containerStatuses?.[0]?.ready === true;
const NEVER_READY = { readinessProbe: { exec: { command: ['cat', '/absent'] }, periodSeconds: 1 } };

const SETS: Specs = {
  '[sig-apps] StatefulSet Basic StatefulSet functionality [StatefulSetBasic] Burst scaling should run to completion even with unhealthy pods [Slow] [Conformance]':
    async (spec) => {
      await createSet(spec, NEVER_READY, { podManagementPolicy: 'Parallel' });
      await waitForCount(spec, 2);
      await scale(spec, 3);
      await waitForCount(spec, 3);
      await scale(spec, 0);
      await eventually(async () => (await findPods(spec)).length === 0);
    },
  '[sig-apps] StatefulSet Basic StatefulSet functionality [StatefulSetBasic] Scaling should happen in predictable order and halt if any stateful pod is unhealthy [Slow] [Conformance]':
    async (spec) => {
      // Files of labels follow them at once.
      const command = ['sh', '-c', 'read -r line </labels/healthy; [ "$line" = yes ]'];
      const items = [{ path: 'healthy', fieldRef: { fieldPath: "metadata.labels['healthy']" } }];
      await createSet(
        spec,
        {
          readinessProbe: { exec: { command }, periodSeconds: 1, failureThreshold: 1 },
          volumeMounts: [{ name: 'labels', mountPath: '/labels' }],
        },
        {},
        { volumes: [{ name: 'labels', downwardAPI: { items } }] },
      );
      const [first, second] = [`${spec.name}-0`, `${spec.name}-1`];
      const setHealth = (name: string, healthy: string | null) =>
        spec.pods.patch(name, { type: 'merge', body: { metadata: { labels: { healthy } } } });
      await eventually(() => spec.pods.find(first), { until: (pod) => pod !== undefined && isRunning(pod) });
      if ((await spec.pods.find(second)) !== undefined) throw new Error('the second pod did not wait for the first');
      await setHealth(first, 'yes');
      await eventually(() => spec.pods.find(second), { until: (pod) => pod !== undefined && isRunning(pod) });
      await setHealth(second, 'yes');
      await spec.waitForPod(isReady, second);
      await setHealth(first, null);
      // Seen by the controller as well.
      await eventually(() => sets(spec).get(spec.name), { until: ({ status }) => status?.readyReplicas === 1 });
      await scale(spec, 1);
      // Seen by the controller, which does nothing while the first pod is unhealthy.
      await eventually(() => sets(spec).get(spec.name), {
        until: ({ status, metadata }) => status?.observedGeneration === metadata.generation,
      });
      await spec.pods.get(second);
      await setHealth(first, 'yes');
      await eventually(async () => (await spec.pods.find(second)) === undefined);
    },
};

const MORE_SETS: Specs = {
  '[sig-apps] StatefulSet Basic StatefulSet functionality [StatefulSetBasic] Should recreate evicted statefulset [Conformance]':
    async (spec) => {
      const ports = [{ containerPort: 8080, hostPort: 54_324, protocol: 'TCP' }];
      const taker = `${spec.name}-taker`;
      await spec.createPod({ terminationGracePeriodSeconds: 1, containers: [checker(ENDLESS, { ports })] }, {}, taker);
      const { spec: { nodeName = '' } = {} } = await spec.waitForPod(isRunning, taker);
      await createSet(spec, { ports }, { replicas: 1 }, { nodeName });
      const seen = new Set<string>();
      const own = `${spec.name}-0`;
      await eventually(async () => seen.add((await spec.pods.find(own))?.metadata.uid ?? ''), {
        until: (uids) => uids.size > 2,
      });
      await spec.pods.delete(taker, { gracePeriodSeconds: 0 });
      await eventually(() => spec.pods.find(own), { until: (pod) => pod !== undefined && isRunning(pod) });
    },
  '[sig-apps] StatefulSet Basic StatefulSet functionality [StatefulSetBasic] should perform rolling updates and roll backs of template modifications [Conformance]':
    async (spec) => {
      await createSet(spec, {});
      await waitForCount(spec, 2);
      for (const version of ['new', 'old']) {
        const body = { spec: { template: { metadata: { annotations: { version } } } } };
        await sets(spec).patch(spec.name, { type: 'merge', body });
        const has = (pod: Pod): boolean => pod.metadata.annotations?.version === version && isReady(pod);
        await eventually(() => findPods(spec), { until: (pods) => pods.length === 2 && pods.every(has) });
      }
    },
};

const replicas =
  (kind: 'ReplicaSet' | 'ReplicationController') =>
  async (spec: SpecContext): Promise<unknown> => {
    const labels = { replica: spec.name };
    const template = { metadata: { labels }, spec: serverPod() };
    const metadata = { name: spec.name };
    if (kind === 'ReplicaSet') {
      const known = spec.client.resource(apps.v1.replicasets, NAMESPACE);
      spec.onEnd(() => known.delete(spec.name, { propagationPolicy: 'Background' }));
      const selector = { matchLabels: labels };
      await known.create({ apiVersion: 'apps/v1', kind, metadata, spec: { replicas: 2, selector, template } });
    } else {
      const known = spec.client.resource(core.v1.replicationcontrollers, NAMESPACE);
      spec.onEnd(() => known.delete(spec.name, { propagationPolicy: 'Background' }));
      await known.create({ apiVersion: 'v1', kind, metadata, spec: { replicas: 2, selector: labels, template } });
    }
    const pods = await eventually(() => findPods(spec), {
      until: (found) => found.length === 2 && found.every(isReady),
    });
    const expected = pods.map(({ metadata: { name }, status }) => [status?.podIP, name]);
    const program = `for (const [ip, name] of ${JSON.stringify(expected)}) await until(async () => (await get(ip, 8080)) === name);`;
    return connect(spec, program);
  };

const REPLICAS: Specs = {
  '[sig-apps] ReplicaSet should serve a basic image on each replica with a public image [Conformance]':
    replicas('ReplicaSet'),
};

const MORE_REPLICAS: Specs = {
  '[sig-apps] ReplicationController should serve a basic image on each replica with a public image [Conformance]':
    replicas('ReplicationController'),
};

/** Pods of controllers: their containers are real, as what controllers decide depends on how these end. */
export const WORKLOAD_SPECS = [
  ...specsOf({ ...JOBS, ...SETS, ...REPLICAS }),
  ...specsOf({ ...MORE_JOBS, ...MORE_SETS, ...MORE_REPLICAS }, { long: true }),
];
