import { podRequests } from '@kubemin/kubeapi';
import type { Node, Pod, PodSpec } from '@kubemin/kubeapi/types/core.v1';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findRejection } from './admit-pod.ts';
import { choosePreempted } from './choose-preempted.ts';

const NODE: Node = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'machine', labels: { 'kubernetes.io/os': 'linux', disk: 'fast' } },
  status: { allocatable: { cpu: '2', memory: '1Gi', pods: '3' } },
};

function pod(name: string, spec: Partial<PodSpec> = {}, annotations: Readonly<Record<string, string>> = {}): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', uid: name, annotations },
    spec: { containers: [{ name: 'main' }], ...spec },
  };
}

const asking = (name: string, requests: Readonly<Record<string, string>>, spec: Partial<PodSpec> = {}): Pod =>
  pod(name, { containers: [{ name: 'main', resources: { requests } }], ...spec });

test.each<[reason: string, message: string, pod: Pod, others: readonly Pod[]]>([
  [
    'OutOfcpu',
    "Node didn't have enough resource: cpu, requested: 1500, used: 1000, capacity: 2000",
    asking('new', { cpu: '1500m' }),
    [asking('other', { cpu: '1' })],
  ],
  [
    'OutOfmemory',
    "Node didn't have enough resource: memory, requested: 2147483648, used: 0, capacity: 1073741824",
    asking('new', { memory: '2Gi' }),
    [],
  ],
  [
    'OutOfpods',
    "Node didn't have enough resource: pods, requested: 1, used: 3, capacity: 3",
    pod('new'),
    [pod('a'), pod('b'), pod('c')],
  ],
  [
    'NodeAffinity',
    "Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector",
    pod('new', { nodeSelector: { disk: 'slow' } }),
    [],
  ],
  [
    'NodePorts',
    "Predicate NodePorts failed: node(s) didn't have free ports for the requested pod ports",
    pod('new', { containers: [{ name: 'main', ports: [{ containerPort: 1, hostPort: 80 }] }] }),
    [pod('other', { containers: [{ name: 'main', ports: [{ containerPort: 2, hostPort: 80 }] }] })],
  ],
  [
    'PodOSNotSupported',
    "Failed to admit pod as the OS field doesn't match node OS",
    pod('new', { os: { name: 'windows' } }),
    [],
  ],
  [
    'PodOSSelectorNodeLabelDoesNotMatch',
    "Failed to admit pod as the `kubernetes.io/os` label doesn't match node label",
    pod('new', { nodeSelector: { 'kubernetes.io/os': 'windows' } }),
    [],
  ],
])(
  '%s: a pod that the node cannot run is refused with the message of other kubelets',
  (reason, message, one, others) => {
    expect(findRejection(one, { node: NODE, others })).toMatchObject({ reason, message });
  },
);

test('a taint NoExecute refuses pods that do not tolerate it, and no static pod', () => {
  const node = { ...NODE, spec: { taints: [{ key: 'a', effect: 'NoExecute' }] } };
  expect(findRejection(pod('new'), { node, others: [] })?.reason).toBe('TaintToleration');
  const tolerations = [{ operator: 'Exists' }];
  expect(findRejection(pod('new', { tolerations }), { node, others: [] })).toBeUndefined();
  const fromFile = pod('new', {}, { 'kubernetes.io/config.source': 'file' });
  expect(findRejection(fromFile, { node, others: [] })).toBeUndefined();
});

test('preemption spares pods that are critical or as important, and takes those first that request nothing', () => {
  const critical = asking('critical', { cpu: '1' }, { priority: 2_000_000_000 });
  const same = asking('same', { cpu: '2' }, { priority: 2_000_000_000 });
  const bestEffort = pod('best-effort');
  const burstable = asking('burstable', { cpu: '1' });
  const smaller = asking('smaller', { cpu: '500m' });
  expect(choosePreempted(critical, [same, bestEffort], { cpu: 500 })).toBeUndefined();
  expect(choosePreempted(critical, [same, bestEffort, burstable, smaller], { cpu: 500 })).toEqual([smaller]);
  expect(choosePreempted(critical, [same, bestEffort, burstable], { pods: 1, cpu: 1 })).toEqual([burstable]);
  expect(choosePreempted(critical, [bestEffort, burstable], { pods: 1 })).toEqual([bestEffort]);
});

test('what is preempted is enough whenever there is enough, each pod once, and none when nothing is missing', () => {
  const amounts = fc.record({ cpu: fc.integer({ min: 0, max: 8 }), memory: fc.integer({ min: 0, max: 8 }) });
  fc.assert(
    fc.property(fc.array(amounts, { maxLength: 8 }), amounts, (sizes, { cpu, memory }) => {
      const others = sizes.map((size, index) =>
        asking(`p${index}`, { cpu: `${size.cpu}`, memory: `${size.memory}Gi` }),
      );
      const missing = Object.fromEntries(
        Object.entries({ cpu: cpu * 1000, memory: memory * 1024 ** 3 }).filter(([, amount]) => amount > 0),
      );
      const critical = pod('critical', { priority: 2_000_000_000 });
      const covers = (pods: readonly Pod[]): boolean =>
        Object.entries(missing).every(
          ([name, amount]) => pods.reduce((sum, one) => sum + (podRequests(one)[name] ?? 0), 0) >= amount,
        );
      const chosen = choosePreempted(critical, others, missing);
      expect(chosen !== undefined).toBe(covers(others));
      if (chosen === undefined) return;
      expect(covers(chosen)).toBe(true);
      expect(new Set(chosen).size).toBe(chosen.length);
      if (covers([])) expect(chosen).toEqual([]);
    }),
  );
});

test('an extended resource that the node does not report itself is left to the scheduler', () => {
  expect(findRejection(asking('new', { 'example.com/card': '1' }), { node: NODE, others: [] })).toBeUndefined();
  const own = { ...NODE, status: { allocatable: { ...NODE.status?.allocatable, 'example.com/card': '1' } } };
  const others = [asking('other', { 'example.com/card': '1' })];
  expect(findRejection(asking('new', { 'example.com/card': '1' }), { node: own, others })?.reason).toBe(
    'OutOfexample.com/card',
  );
});
