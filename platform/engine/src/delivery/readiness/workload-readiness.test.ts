import type { DaemonSet, Deployment, ReplicaSet, StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import type { ContainerState, Pod } from '@kubemin/kubeapi/types/core.v1';
import { describe, expect, test } from 'vitest';
import { claimReadiness } from '../../steps/job-types/object-jobs.ts';
import { currentPodsOfDeployment, currentPodsOfStatefulSet } from './current-pods.ts';
import { daemonSetReadiness, deploymentReadiness, statefulSetReadiness } from './workload-readiness.ts';

const SPEC = { selector: {}, template: {} };

function deployment(replicas: number, status: Deployment['status'] = {}, generation = 2): Deployment {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', uid: 'd', generation },
    spec: { ...SPEC, replicas },
    status: { observedGeneration: 2, ...status },
  };
}

const all = (count: number) => ({ replicas: count, updatedReplicas: count, readyReplicas: count });

function pod(name: string, state: ContainerState, more: { restartCount?: number; owner?: string } = {}): Pod {
  const { restartCount = 0, owner = 'rs' } = more;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: owner, uid: owner }] },
    status: {
      containerStatuses: [
        {
          name: 'main',
          image: 'web:nope',
          imageID: '',
          ready: false,
          restartCount,
          state,
          lastState: { terminated: { exitCode: 3 } },
        },
      ],
    },
  };
}

const waitingFor = (reason: string, message?: string): ContainerState => ({
  waiting: { reason, ...(message === undefined ? {} : { message }) },
});

describe('Deployment', () => {
  test.each<readonly [string, Deployment, string, RegExp]>([
    ['all new and ready', deployment(3, all(3)), 'ready', /3 of 3 ready/],
    ['W-30: scaled to nothing', deployment(0, all(0)), 'ready', /scaled to 0/],
    ['W-30: ready, but of the generation before', deployment(3, all(3), 3), 'waiting', /observe the change/],
    ['half updated', deployment(3, { ...all(3), updatedReplicas: 1 }), 'waiting', /1 of 3 updated/],
    ['old pods still there', deployment(3, { ...all(3), replicas: 4 }), 'waiting', /1 old still running/],
    ['scaled down, surplus still there', deployment(0, { ...all(0), replicas: 2 }), 'waiting', /2 old still/],
    ['not ready', deployment(3, { ...all(3), readyReplicas: 2 }), 'waiting', /2 of 3 ready/],
    ['no status yet', deployment(1, {}), 'waiting', /0 of 1 updated/],
    [
      'no progress within its deadline',
      deployment(1, {
        conditions: [{ type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded', message: 'too slow' }],
      }),
      'failed',
      /no progress: too slow/,
    ],
    [
      'pods refused by a quota',
      deployment(1, {
        conditions: [{ type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message: 'exceeded quota' }],
      }),
      'waiting',
      /cannot be created: exceeded quota/,
    ],
  ])('%s', (_name, object, state, words) => {
    const readiness = deploymentReadiness(object, []);
    expect(readiness.state).toBe(state);
    expect(readiness.message.message).toMatch(words);
  });

  test.each<readonly [string, Pod, string, RegExp]>([
    ['first failure to pull', pod('p', waitingFor('ErrImagePull')), 'waiting', /cannot pull image "web:nope"/],
    [
      'image pull back-off',
      pod('p-1', waitingFor('ImagePullBackOff', 'not found')),
      'failed',
      /pod p-1, container main cannot pull image "web:nope" \(ImagePullBackOff: not found\); check the image name/,
    ],
    ['two crashes', pod('p', waitingFor('CrashLoopBackOff'), { restartCount: 2 }), 'waiting', /2 restarts/],
    [
      'a crash loop',
      pod('p', waitingFor('CrashLoopBackOff'), { restartCount: 3 }),
      'failed',
      /pod p, container main keeps crashing with exit code 3 \(3 restarts\); see its logs/,
    ],
    ['a missing ConfigMap', pod('p', waitingFor('CreateContainerConfigError')), 'waiting', /ConfigMaps and Secrets/],
    ['starting', pod('p', waitingFor('ContainerCreating')), 'waiting', /^0 of 1 updated$/],
    [
      'no room',
      {
        ...pod('p', {}),
        status: {
          conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/3 nodes' }],
        },
      },
      'waiting',
      /pod p fits on no node \(Unschedulable\): 0\/3 nodes/,
    ],
  ])('pods: %s', (_name, troubled, state, words) => {
    const readiness = deploymentReadiness(deployment(1), [troubled]);
    expect(readiness.state).toBe(state);
    expect(readiness.message.message).toMatch(words);
  });

  test('a broken pod of the template before does not count', () => {
    const set = (uid: string, revision: string): ReplicaSet => ({
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: {
        name: uid,
        uid,
        annotations: { 'deployment.kubernetes.io/revision': revision },
        ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'd' }],
      },
    });
    const pods = [pod('old', waitingFor('ImagePullBackOff'), { owner: 'rs-9' }), pod('new', {}, { owner: 'rs-10' })];
    const current = currentPodsOfDeployment(deployment(1), [set('rs-10', '10'), set('rs-9', '9')], pods);
    expect(current.map(({ metadata }) => metadata.name)).toEqual(['new']);
  });
});

describe('StatefulSet', () => {
  const set = (status: Partial<StatefulSet['status']>): StatefulSet => ({
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'db', uid: 's', generation: 1 },
    spec: { ...SPEC, replicas: 2, serviceName: 'db' },
    status: { observedGeneration: 1, replicas: 2, readyReplicas: 2, ...status },
  });

  test('is ready when every pod has the newest revision', () => {
    expect(statefulSetReadiness(set({ currentRevision: 'b', updateRevision: 'b' }), []).state).toBe('ready');
    expect(statefulSetReadiness(set({ currentRevision: 'a', updateRevision: 'b', updatedReplicas: 2 }), []).state).toBe(
      'ready',
    );
    expect(
      statefulSetReadiness(set({ currentRevision: 'a', updateRevision: 'b', updatedReplicas: 1 }), []),
    ).toMatchObject({
      state: 'waiting',
      message: { message: '1 of 2 updated' },
    });
    expect(statefulSetReadiness(set({ observedGeneration: 0 }), []).state).toBe('waiting');
  });

  test('a canary is ready when the pods above the partition are new', () => {
    const canary = (updatedReplicas: number) => {
      const made = set({ currentRevision: 'a', updateRevision: 'b', updatedReplicas });
      const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { partition: 1 } };
      return { ...made, spec: { ...SPEC, replicas: 2, serviceName: 'db', updateStrategy } };
    };
    expect(statefulSetReadiness(canary(0), [])).toMatchObject({
      state: 'waiting',
      message: { message: '1 of 2 updated' },
    });
    expect(statefulSetReadiness(canary(1), []).state).toBe('ready');
    expect(statefulSetReadiness(canary(2), []).state).toBe('ready');
  });

  test('only pods of the newest revision are looked at', () => {
    const labelled = (name: string, revision: string): Pod => {
      const made = pod(name, waitingFor('ImagePullBackOff'), { owner: 's' });
      return { ...made, metadata: { ...made.metadata, labels: { 'controller-revision-hash': revision } } };
    };
    const pods = [labelled('db-0', 'a'), labelled('db-1', 'b')];
    const current = currentPodsOfStatefulSet(set({ currentRevision: 'a', updateRevision: 'b' }), pods);
    expect(current.map(({ metadata }) => metadata.name)).toEqual(['db-1']);
  });
});

describe('DaemonSet', () => {
  const set = (status: Partial<DaemonSet['status']>): DaemonSet => ({
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'logs', uid: 'n', generation: 1 },
    spec: SPEC,
    status: {
      observedGeneration: 1,
      desiredNumberScheduled: 2,
      currentNumberScheduled: 2,
      numberMisscheduled: 0,
      numberReady: 2,
      updatedNumberScheduled: 2,
      ...status,
    },
  });

  test.each([
    ['on every machine', {}, 'ready', '2 of 2 ready'],
    ['half updated', { updatedNumberScheduled: 1 }, 'waiting', '1 of 2 updated'],
    ['half ready', { numberReady: 1 }, 'waiting', '1 of 2 ready'],
    ['no machine to run on', { desiredNumberScheduled: 0 }, 'ready', 'no node matches; nothing to run'],
    ['not noticed yet', { observedGeneration: 0 }, 'waiting', 'waiting for the cluster to observe the change'],
  ])('%s', (_name, status, state, message) => {
    expect(daemonSetReadiness(set(status), [])).toMatchObject({ state, message: { message } });
  });

  test('a pod that cannot pull its image fails it', () => {
    const readiness = daemonSetReadiness(set({ numberReady: 0 }), [pod('p', waitingFor('ImagePullBackOff'))]);
    expect(readiness).toMatchObject({ state: 'failed', trouble: 'ImagePullFailed' });
  });
});

test.each([
  ['Bound', 'ready'],
  ['Pending', 'ready'],
  ['Lost', 'failed'],
])('a claim that is %s is %s', (phase, state) => {
  const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: {}, status: { phase } } as const;
  expect(claimReadiness(claim).state).toBe(state);
});
