import type { Node, NodeCondition, Taint } from '@kubemin/kubeapi/types/core.v1';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { handMadeNode, type NodeWishes } from '../../test-support/hand-made-node.ts';
import { type EvictionPermit, planTaints } from './taint-plan.ts';

const NOW = Date.UTC(2026, 0, 1, 12);
const TIME = '2026-01-01T12:00:00Z';
const EARLIER = '2026-01-01T11:00:00Z';

const taint = (name: string, effect: string, timeAdded?: string): Taint => ({
  key: `node.kubernetes.io/${name}`,
  effect,
  ...(timeAdded && { timeAdded }),
});
const pressure = (type: string): NodeCondition => ({ type, status: 'True' });
const foreign: Taint = { key: 'gpu', value: 'yes', effect: 'NoSchedule' };

describe('taints follow the conditions of the node', () => {
  test.each<[string, NodeWishes, EvictionPermit, readonly Taint[]]>([
    ['a ready node has none of ours', { taints: [taint('not-ready', 'NoSchedule')] }, 'not yet', []],
    [
      'one that never reported gets no pods',
      { ready: 'never reported' },
      'granted',
      [taint('not-ready', 'NoSchedule')],
    ],
    ['one not ready gets no pods at once', { ready: 'False' }, 'not yet', [taint('not-ready', 'NoSchedule')]],
    [
      'and loses its own when it may',
      { ready: 'False' },
      'granted',
      [taint('not-ready', 'NoSchedule'), taint('not-ready', 'NoExecute', TIME)],
    ],
    [
      'one that became silent after it was not ready changes its taints without a permit, and time begins again',
      { ready: 'Unknown', taints: [taint('not-ready', 'NoSchedule'), taint('not-ready', 'NoExecute', EARLIER)] },
      'not yet',
      [taint('unreachable', 'NoSchedule'), taint('unreachable', 'NoExecute', TIME)],
    ],
    [
      'a taint that stays keeps its time',
      { ready: 'Unknown', taints: [taint('unreachable', 'NoSchedule'), taint('unreachable', 'NoExecute', EARLIER)] },
      'granted',
      [taint('unreachable', 'NoSchedule'), taint('unreachable', 'NoExecute', EARLIER)],
    ],
    [
      'when all nodes are down no pod is evicted',
      { ready: 'Unknown', taints: [taint('unreachable', 'NoExecute', EARLIER)] },
      'suspended',
      [taint('unreachable', 'NoSchedule')],
    ],
    [
      'pressures keep pods away, and drive none off',
      { conditions: ['MemoryPressure', 'DiskPressure', 'PIDPressure', 'NetworkUnavailable'].map(pressure) },
      'granted',
      ['memory-pressure', 'disk-pressure', 'pid-pressure', 'network-unavailable'].map((name) =>
        taint(name, 'NoSchedule'),
      ),
    ],
    ['a cordoned node has its taint', { unschedulable: true }, 'not yet', [taint('unschedulable', 'NoSchedule')]],
    [
      'what others put there stays, in its place',
      { ready: 'False', taints: [foreign, taint('not-ready', 'PreferNoSchedule')] },
      'not yet',
      [foreign, taint('not-ready', 'PreferNoSchedule'), taint('not-ready', 'NoSchedule')],
    ],
  ])('%s', (_, wishes, leave, expected) => {
    expect(planTaints(handMadeNode('a', wishes), leave, NOW)).toEqual(expected);
  });
});

test('planning again changes nothing, foreign taints survive everything, and no taint is there twice', () => {
  const key = fc.constantFrom('not-ready', 'unreachable', 'disk-pressure', 'unschedulable', 'mine');
  const taints = fc.uniqueArray(
    fc
      .tuple(key, fc.constantFrom('NoSchedule', 'NoExecute', 'PreferNoSchedule'))
      .map(([name, effect]) => taint(name, effect)),
    { selector: ({ key: name, effect }) => name + effect },
  );
  const node = fc
    .record({
      ready: fc.constantFrom('True' as const, 'False' as const, 'Unknown' as const, 'never reported' as const),
      taints,
      unschedulable: fc.boolean(),
    })
    .map((wishes) => handMadeNode('a', wishes));
  const leaves = fc.constantFrom<EvictionPermit>('granted', 'not yet', 'suspended');
  fc.assert(
    fc.property(node, leaves, (start, leave) => {
      const first = planTaints(start, leave, NOW);
      const after: Node = { ...start, spec: { ...start.spec, taints: first } };
      expect(planTaints(after, leave, NOW + 60_000)).toEqual(first);
      const names = first.map(({ key: name, effect }) => `${name} ${effect}`);
      expect(new Set(names).size).toBe(names.length);
      const others = (list: readonly Taint[] = []) => list.filter(({ key: name }) => name.endsWith('/mine'));
      expect(others(first)).toEqual(others(start.spec?.taints));
    }),
  );
});
