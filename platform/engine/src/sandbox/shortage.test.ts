import type { Node, Pod, ResourceQuota } from '@kubemin/kubeapi/types/core.v1';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deviceShortage, quotaShortage } from './shortage.ts';

const quota = (hard: Record<string, string>, used: Record<string, string> = {}, spec = {}): ResourceQuota => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: { name: 'q', namespace: 'n' },
  spec: { hard, ...spec },
  status: { hard, used },
});

const GPU = 'nvidia.com/gpu';

const node = (name: string, cards: number, spec = {}, ready = 'True'): Node => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name },
  spec,
  status: { allocatable: { [GPU]: String(cards) }, conditions: [{ type: 'Ready', status: ready }] },
});

const pod = (nodeName: string, cards: number, phase = 'Running'): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: `${nodeName}-${cards}` },
  spec: { nodeName, containers: [{ name: 'main', resources: { requests: { [GPU]: String(cards) } } }] },
  status: { phase },
});

describe('quotas', () => {
  test.each([
    ['nothing bounds it', [], { cpu: '100' }, undefined],
    ['enough is left', [quota({ 'requests.cpu': '2' }, { 'requests.cpu': '1500m' })], { cpu: '500m' }, undefined],
    [
      'too little is left',
      [quota({ 'requests.cpu': '2' }, { 'requests.cpu': '1501m' })],
      { cpu: '500m' },
      'requests.cpu=2, 1501m in use, and the job requests 500m',
    ],
    ['the plain name means the request', [quota({ memory: '1Gi' }, { memory: '1Gi' })], { memory: '1' }, 'memory=1Gi'],
    ['limits count too', [quota({ 'limits.memory': '1Gi' })], { memory: '2Gi' }, 'limits.memory=1Gi'],
    ['each pod counts', [quota({ pods: '3' }, { pods: '3' })], {}, 'pods=3, 3 in use, and the job requests 1'],
    ['devices have quotas', [quota({ [`requests.${GPU}`]: '1' })], { [GPU]: '2' }, `requests.${GPU}=1`],
    ['the second is the one', [quota({ pods: '3' }), quota({ pods: '0' })], {}, 'pods=0'],
    ['others are not its own', [quota({ configmaps: '0' })], {}, undefined],
    ['a scope is for the server to judge', [quota({ pods: '0' }, {}, { scopes: ['BestEffort'] })], {}, undefined],
  ])('%s', (_name, quotas, asked, words) => {
    const found = quotaShortage(quotas, asked);
    if (words === undefined) expect(found).toBeUndefined();
    else expect(found?.message).toContain(words);
  });
});

describe('devices', () => {
  test.each([
    ['no node has any', [node('a', 0)], [], 1, `no node of the cluster has ${GPU}`],
    ['one has enough', [node('a', 1), node('b', 2)], [], 2, undefined],
    ['two together do not', [node('a', 1), node('b', 1)], [], 2, 'no node has 2 nvidia.com/gpu free: at most 1'],
    ['what runs counts', [node('a', 2)], [pod('a', 1)], 2, 'at most 1 on one of 1 node with this resource'],
    ['what has ended does not', [node('a', 2)], [pod('a', 2, 'Succeeded'), pod('a', 2, 'Failed')], 2, undefined],
    ['a cordoned node does not', [node('a', 2, { unschedulable: true })], [], 1, 'no node of the cluster has'],
    ['a node that is not ready does not', [node('a', 2, {}, 'Unknown')], [], 1, 'no node of the cluster has'],
  ])('%s', (_name, nodes, pods, cards, words) => {
    const found = deviceShortage({ nodes, pods }, GPU, String(cards));
    if (words === undefined) expect(found).toBeUndefined();
    else expect(found?.message).toContain(words);
  });

  test('whatever the cluster, it fits exactly when some usable node has that much left', () => {
    const machine = fc.record({ cards: fc.nat(8), used: fc.array(fc.nat(4), { maxLength: 3 }), usable: fc.boolean() });
    fc.assert(
      fc.property(fc.array(machine, { maxLength: 6 }), fc.integer({ min: 1, max: 8 }), (machines, asked) => {
        const nodes = machines.map(({ cards, usable }, index) => node(`n${index}`, cards, { unschedulable: !usable }));
        const pods = machines.flatMap(({ used }, index) => used.map((cards) => pod(`n${index}`, cards)));
        const fits = machines.some(
          ({ cards, used, usable }) => usable && cards - used.reduce((sum, each) => sum + each, 0) >= asked,
        );
        expect(deviceShortage({ nodes, pods }, GPU, String(asked)) === undefined).toBe(fits);
      }),
    );
  });
});
