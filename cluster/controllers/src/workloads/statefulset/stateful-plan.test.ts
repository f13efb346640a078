import type { StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import type { ContainerStatus, Pod } from '@kubemin/kubeapi/types/core.v1';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planStatefulSet, type StatefulState } from './stateful-plan.ts';

type Health = 'ready' | 'starting' | 'crashing' | 'terminating' | 'failed';

const CRASHING: ContainerStatus = {
  ...{ name: 'db', image: 'db:1', imageID: '', ready: false, restartCount: 3 },
  state: { waiting: { reason: 'CrashLoopBackOff' } },
};

function statefulSet(spec: Partial<NonNullable<StatefulSet['spec']>> = {}): StatefulSet {
  const base = { replicas: 3, selector: {}, template: {}, ...spec };
  return { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'db' }, spec: base };
}

function pod(ordinal: number, health: Health = 'ready', revision = 'new'): Pod {
  const status = health === 'ready' ? 'True' : 'False';
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `db-${ordinal}`,
      labels: { 'controller-revision-hash': revision },
      ...(health === 'terminating' && { deletionTimestamp: '2026-01-01T00:00:00Z' }),
    },
    status: {
      phase: health === 'failed' ? 'Failed' : 'Running',
      conditions: [{ type: 'Ready', status }],
      ...(health === 'crashing' && { containerStatuses: [CRASHING] }),
    },
  };
}

function plan(set: StatefulSet, pods: readonly Pod[], revisions: Partial<StatefulState> = {}): readonly string[] {
  const state = { set, pods, currentRevision: 'old', updateRevision: 'new', now: 0, ...revisions };
  return planStatefulSet(state).map((action) =>
    action.kind === 'create' ? `+${action.ordinal} ${action.revision}` : `-${action.pod.metadata.name}`,
  );
}

describe('an ordered set', () => {
  test.each<[string, readonly Pod[], readonly string[]]>([
    ['starts with the first', [], ['+0 new']],
    ['waits until the first is ready', [pod(0, 'starting')], []],
    ['goes on with the next', [pod(0)], ['+1 new']],
    ['fills a gap first', [pod(0), pod(2)], ['+1 new']],
    ['waits for a pod that is going', [pod(0), pod(1, 'terminating')], []],
    ['replaces a failed pod', [pod(0, 'failed')], ['-db-0']],
    ['shrinks from the top, one at a time', [pod(0), pod(1), pod(2), pod(3), pod(4)], ['-db-4']],
    ['waits while it shrinks', [pod(0), pod(1), pod(2), pod(3), pod(4, 'terminating')], []],
    ['does not shrink while a kept pod is unready', [pod(0), pod(1, 'starting'), pod(2), pod(3)], []],
    ['updates from the top', [pod(0, 'ready', 'old'), pod(1, 'ready', 'old'), pod(2, 'ready', 'old')], ['-db-2']],
    ['awaits each updated pod', [pod(0, 'ready', 'old'), pod(1, 'ready', 'old'), pod(2, 'starting')], []],
    ['updates the next', [pod(0, 'ready', 'old'), pod(1, 'ready', 'old'), pod(2)], ['-db-1']],
    ['replaces an old pod that cannot start instead of waiting for it', [pod(0, 'crashing', 'old')], ['-db-0']],
    [
      'waits for an old pod that runs and is not ready',
      [pod(0), pod(1, 'starting', 'old'), pod(2, 'ready', 'old')],
      [],
    ],
    [
      'shrinks past an unready pod that is the only one',
      [pod(0), pod(1), pod(2), pod(3), pod(4, 'starting')],
      ['-db-4'],
    ],
    [
      'waits with an unready pod for one below it',
      [pod(0), pod(1), pod(2), pod(3, 'starting'), pod(4, 'starting')],
      [],
    ],
    [
      'does not wait for one that cannot start',
      [pod(0), pod(1), pod(2), pod(3, 'crashing'), pod(4, 'starting')],
      ['-db-4'],
    ],
    ['shrinks past a ready pod above an unready one', [pod(0), pod(1), pod(2), pod(3, 'starting'), pod(4)], ['-db-4']],
    ['is done', [pod(0), pod(1), pod(2)], []],
  ])('%s', (_name, pods, expected) => {
    expect(plan(statefulSet(), pods)).toEqual(expected);
  });

  test('numbers from its start ordinal', () => {
    expect(plan(statefulSet({ ordinals: { start: 5 } }), [pod(5)])).toEqual(['+6 new']);
  });

  test('leaves pods below the partition on the old template, also when it creates them again', () => {
    const set = statefulSet({ updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 2 } } });
    expect(plan(set, [pod(0, 'ready', 'old'), pod(1, 'ready', 'old'), pod(2)])).toEqual([]);
    expect(plan(set, [pod(0, 'ready', 'old')])).toEqual(['+1 old']);
  });

  test('with OnDelete never replaces a pod automatically', () => {
    const set = statefulSet({ replicas: 1, updateStrategy: { type: 'OnDelete' } });
    expect(plan(set, [pod(0, 'ready', 'old')])).toEqual([]);
    expect(plan(set, [pod(0, 'starting', 'old')])).toEqual([]);
    expect(plan(set, [])).toEqual(['+0 new']);
  });
});

test('a parallel set does everything at once, but still updates in order', () => {
  const set = statefulSet({ podManagementPolicy: 'Parallel' });
  expect(plan(set, [pod(1, 'starting'), pod(3), pod(4)])).toEqual(['+0 new', '+2 new', '-db-4', '-db-3']);
  const old = [0, 1, 2].map((ordinal) => pod(ordinal, 'ready', 'old'));
  expect(plan(set, old)).toEqual(['-db-2']);
});

test.each([
  ['OrderedReady', 2, ['-db-2']],
  ['Parallel', 2, ['-db-2', '-db-1']],
  ['Parallel', '70%', ['-db-2', '-db-1']],
  ['Parallel', '10%', ['-db-2']],
] as const)(
  'a set that is %s and may miss %s pods while it updates replaces %j',
  (policy, maxUnavailable, expected) => {
    const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { maxUnavailable } };
    const set = statefulSet({ podManagementPolicy: policy, updateStrategy });
    expect(
      plan(
        set,
        [0, 1, 2].map((ordinal) => pod(ordinal, 'ready', 'old')),
      ),
    ).toEqual(expected);
  },
);

test('a pod that is missed already is one less that may be', () => {
  const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 2 } };
  const set = statefulSet({ podManagementPolicy: 'Parallel', updateStrategy });
  expect(plan(set, [pod(0, 'ready', 'old'), pod(1, 'ready', 'old'), pod(2, 'starting')])).toEqual(['-db-1']);
});

test.each<[string, readonly Pod[], readonly string[]]>([
  [
    'waits for a pod of a lower number that is not ready',
    [pod(0, 'starting'), pod(1, 'ready', 'old'), pod(2, 'ready', 'old')],
    [],
  ],
  [
    'replaces the one first that serves nobody',
    [pod(0, 'starting', 'old'), pod(1, 'ready', 'old'), pod(2, 'ready', 'old')],
    ['-db-0'],
  ],
  [
    'replaces no more of those at once than it may miss',
    [pod(0, 'starting', 'old'), pod(1, 'starting', 'old'), pod(2)],
    ['-db-1'],
  ],
])('a parallel set that may miss one pod while it updates %s', (_name, pods, expected) => {
  expect(plan(statefulSet({ podManagementPolicy: 'Parallel' }), pods)).toEqual(expected);
});

test('from any mix of pods, ordered or parallel, it ends with exactly the wanted pods of the new template', () => {
  const health = fc.constantFrom<Health>('ready', 'starting', 'terminating', 'failed');
  const start = fc.record({
    replicas: fc.integer({ min: 0, max: 5 }),
    policy: fc.constantFrom('OrderedReady', 'Parallel'),
    pods: fc.array(fc.tuple(health, fc.constantFrom('old', 'new')), { maxLength: 8 }),
  });
  fc.assert(
    fc.property(start, ({ replicas, policy, pods }) => {
      const set = statefulSet({ replicas, podManagementPolicy: policy });
      let cluster = new Map(pods.map(([state, revision], ordinal) => [ordinal, pod(ordinal, state, revision)]));
      for (let round = 0; round < 100; round += 1) {
        const state = { set, pods: [...cluster.values()], currentRevision: 'old', updateRevision: 'new', now: 0 };
        // What is going is gone by the next round, what starts becomes ready (failed pods stay failed).
        cluster = new Map(
          [...cluster]
            .filter(([, one]) => one.metadata.deletionTimestamp === undefined)
            .map(([ordinal, one]) => {
              const revision = one.metadata.labels?.['controller-revision-hash'];
              return [ordinal, one.status?.phase === 'Failed' ? one : pod(ordinal, 'ready', revision)];
            }),
        );
        for (const action of planStatefulSet(state)) {
          if (action.kind === 'create') cluster.set(action.ordinal, pod(action.ordinal, 'starting', action.revision));
          else cluster.delete(Number(action.pod.metadata.name?.slice(3)));
        }
      }
      const end = [...cluster.values()].map(
        ({ metadata }) => `${metadata.name} ${metadata.labels?.['controller-revision-hash']}`,
      );
      expect(end.toSorted()).toEqual(Array.from({ length: replicas }, (_, ordinal) => `db-${ordinal} new`));
    }),
    { numRuns: 200 },
  );
});
