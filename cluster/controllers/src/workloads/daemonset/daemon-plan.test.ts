import type { DaemonSet } from '@kubemin/kubeapi/types/apps.v1';
import type { Node, Pod, Taint, Toleration } from '@kubemin/kubeapi/types/core.v1';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runsOn } from './daemon-node.ts';
import { planDaemons } from './daemon-plan.ts';
import { daemonPod } from './daemon-pod.ts';
import { daemonSetStatus } from './daemonset-controller.ts';

type Health = 'ready' | 'starting' | 'terminating' | 'failed';

interface Wishes {
  readonly maxSurge?: number | string;
  readonly maxUnavailable?: number | string;
  readonly onDelete?: boolean;
  readonly tolerations?: readonly Toleration[];
  readonly nodeSelector?: Readonly<Record<string, string>>;
}

function daemonSet({ maxSurge = 0, maxUnavailable = 1, onDelete, tolerations, nodeSelector }: Wishes = {}): DaemonSet {
  const spec = { containers: [], ...(tolerations && { tolerations }), ...(nodeSelector && { nodeSelector }) };
  const rolling = { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } };
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'agent', namespace: 'ns', uid: 'set' },
    spec: { selector: {}, template: { spec }, updateStrategy: onDelete ? { type: 'OnDelete' } : rolling },
  };
}

function node(name: string, taints: readonly Taint[] = [], labels: Readonly<Record<string, string>> = {}): Node {
  return { apiVersion: 'v1', kind: 'Node', metadata: { name, labels }, spec: { taints } };
}

let count = 0;
function pod(on: string, health: Health = 'ready', revision = 'new'): Pod {
  count += 1;
  const made = daemonPod(daemonSet(), { node: on, revision, generation: 1 });
  const creationTimestamp = new Date(count * 1_000).toISOString();
  const deletionTimestamp = health === 'terminating' ? { deletionTimestamp: creationTimestamp } : {};
  return {
    ...made,
    metadata: { ...made.metadata, name: `${on}-${count}`, uid: `${count}`, creationTimestamp, ...deletionTimestamp },
    status: {
      phase: health === 'failed' ? 'Failed' : 'Running',
      conditions: [{ type: 'Ready', status: health === 'ready' ? 'True' : 'False' }],
    },
  };
}

function plan(set: DaemonSet, nodes: readonly Node[], pods: readonly Pod[]): readonly string[] {
  return planDaemons({ set, nodes, pods, revision: 'new', now: 0 }).map((action) =>
    action.kind === 'create' ? `+${action.node}` : `-${action.pod.metadata.name?.replace(/-\d+$/, '')} ${action.why}`,
  );
}

const taint = (effect: string, key = 'gpu') => ({ key, effect });

describe('where a daemon runs', () => {
  test.each<[string, Wishes, Node, boolean, boolean]>([
    ['anywhere by default', {}, node('n'), true, true],
    ['on cordoned nodes', {}, node('n', [taint('NoSchedule', 'node.kubernetes.io/unschedulable')]), true, true],
    ['on nodes that are not ready', {}, node('n', [taint('NoExecute', 'node.kubernetes.io/not-ready')]), true, true],
    ['not on tainted nodes, but it stays there', {}, node('n', [taint('NoSchedule')]), false, true],
    ['nor stays where it is not tolerated', {}, node('n', [taint('NoExecute')]), false, false],
    [
      'where it tolerates it',
      { tolerations: [{ key: 'gpu', operator: 'Exists' }] },
      node('n', [taint('NoExecute')]),
      true,
      true,
    ],
    ['where its selector matches', { nodeSelector: { disk: 'ssd' } }, node('n', [], { disk: 'ssd' }), true, true],
    ['and nowhere else', { nodeSelector: { disk: 'ssd' } }, node('n'), false, false],
  ])('%s', (_name, wishes, where, run, keep) => {
    expect(runsOn(daemonSet(wishes), where)).toEqual({ run, keep });
  });
});

describe('a DaemonSet', () => {
  const nodes = [node('a'), node('b'), node('c')];

  test.each<[string, Wishes, readonly Pod[], readonly string[]]>([
    ['fills all nodes at once', {}, [], ['+a', '+b', '+c']],
    ['is done', {}, [pod('a'), pod('b'), pod('c')], []],
    ['awaits a pod that is going', {}, [pod('a', 'terminating'), pod('b'), pod('c')], []],
    ['replaces a failed pod', {}, [pod('a', 'failed'), pod('b'), pod('c')], ['-a failed']],
    ['keeps the oldest of two', {}, [pod('a'), pod('b'), pod('c'), pod('a')], ['-a surplus']],
    ['clears what waits for a node that is gone', {}, [pod('a'), pod('b'), pod('c'), pod('z')], ['-z unwanted']],
    ['updates one at a time', {}, ['a', 'b', 'c'].map((name) => pod(name, 'ready', 'old')), ['-a outdated']],
    ['awaits each updated pod', {}, [pod('a', 'starting'), pod('b', 'ready', 'old'), pod('c', 'ready', 'old')], []],
    [
      'replaces broken old pods beside that',
      {},
      [pod('a', 'starting'), pod('b', 'starting', 'old'), pod('c', 'ready', 'old')],
      ['-b outdated'],
    ],
    [
      'updates as many as may be missed, rounded up',
      { maxUnavailable: '50%' },
      ['a', 'b', 'c'].map((name) => pod(name, 'ready', 'old')),
      ['-a outdated', '-b outdated'],
    ],
    ['with OnDelete replaces nothing automatically', { onDelete: true }, [pod('a', 'ready', 'old'), pod('b')], ['+c']],
    [
      'surging makes the new pod first',
      { maxSurge: 1, maxUnavailable: 0 },
      ['a', 'b', 'c'].map((name) => pod(name, 'ready', 'old')),
      ['+a'],
    ],
    [
      'surging removes the old pod when the new one serves',
      { maxSurge: 1, maxUnavailable: 0 },
      [pod('a', 'ready', 'old'), pod('a'), pod('b', 'ready', 'old'), pod('c', 'ready', 'old')],
      ['-a outdated', '+b'],
    ],
    [
      'surging waits while the new one starts',
      { maxSurge: 1, maxUnavailable: 0 },
      [pod('a', 'ready', 'old'), pod('a', 'starting'), pod('b', 'ready', 'old'), pod('c', 'ready', 'old')],
      [],
    ],
  ])('%s', (_name, wishes, pods, expected) => {
    expect(plan(daemonSet(wishes), nodes, pods)).toEqual(expected);
  });

  test('leaves a node that it no longer tolerates, and reports its pods by node', () => {
    const mixed = [node('a', [taint('NoExecute')]), node('b', [taint('NoSchedule')]), node('c')];
    const pods = [pod('a'), pod('b'), pod('c', 'starting', 'old')];
    expect(plan(daemonSet({ onDelete: true }), mixed, pods)).toEqual(['-a unwanted']);
    expect(daemonSetStatus({ set: daemonSet(), nodes: mixed, pods, revision: 'new', now: 0 })).toMatchObject({
      desiredNumberScheduled: 1,
      currentNumberScheduled: 1,
      numberMisscheduled: 2,
      numberReady: 0,
      updatedNumberScheduled: 0,
      numberUnavailable: 1,
    });
  });
});

test('from any mix of pods it ends with one new pod on each node that wants one, and never misses more than it may', () => {
  const health = fc.constantFrom<Health>('ready', 'starting', 'terminating', 'failed');
  const start = fc.record({
    limits: fc.constantFrom({ maxUnavailable: 1 }, { maxUnavailable: 2 }, { maxSurge: 1, maxUnavailable: 0 }),
    tainted: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
    pods: fc.array(fc.tuple(fc.nat(4), health, fc.constantFrom('old', 'new')), { maxLength: 10 }),
  });
  fc.assert(
    fc.property(start, ({ limits, tainted, pods }) => {
      const set = daemonSet(limits);
      const nodes = tainted.map((bad, index) => node(`n${index}`, bad ? [taint('NoExecute')] : []));
      let world = pods.map(([on, state, revision]) => pod(`n${on}`, state, revision));
      const wanted = tainted.flatMap((bad, index) => (bad ? [] : [`n${index}`]));
      for (let round = 0; round < 60; round += 1) {
        const actions = planDaemons({ set, nodes, pods: world, revision: 'new', now: 0 });
        const outdated = actions.filter((action) => action.kind === 'remove' && action.why === 'outdated');
        const serving = outdated.filter((action) => action.kind === 'remove' && isServing(action.pod));
        if (limits.maxUnavailable > 0) expect(serving.length).toBeLessThanOrEqual(limits.maxUnavailable);
        const removed = new Set(actions.map((action) => (action.kind === 'remove' ? action.pod : undefined)));
        // What is going is gone by the next round, and what starts becomes ready.
        world = world
          .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
          .map((one) => (removed.has(one) ? withMark(one) : one.status?.phase === 'Failed' ? one : asReady(one)));
        for (const action of actions) if (action.kind === 'create') world.push(pod(action.node, 'starting'));
      }
      const ends = world.map(
        ({ metadata }) => `${metadata.name?.replace(/-\d+$/, '')} ${metadata.labels?.['controller-revision-hash']}`,
      );
      expect(ends.toSorted()).toEqual(wanted.map((name) => `${name} new`));
    }),
    { numRuns: 200 },
  );
});

function isServing({ status }: Pod): boolean {
  return status?.conditions?.some(({ type, status: holds }) => type === 'Ready' && holds === 'True') ?? false;
}

function withMark(one: Pod): Pod {
  return { ...one, metadata: { ...one.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } };
}

function asReady(one: Pod): Pod {
  return { ...one, status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } };
}
