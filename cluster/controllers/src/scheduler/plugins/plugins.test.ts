import type { PersistentVolume, PersistentVolumeClaim } from '@kubemin/kubeapi/types/core.v1';
import { describe, expect, test } from 'vitest';
import type { ClusterEvent } from '../cluster-event.ts';
import { podDemand } from '../demand.ts';
import type { StorageLookup } from '../storage-lookup.ts';
import {
  bound,
  claimingDevice,
  clusterView,
  deviceClaim,
  node,
  placed,
  pod,
} from '../test-support/scheduling-objects.ts';
import { volumes } from './volumes.ts';

const ZONE = 'topology.kubernetes.io/zone';
const zoned = (name: string, zone: string) => node(name, { labels: { [ZONE]: zone } });
const selector = (app: string) => ({ matchLabels: { app } });

describe('host ports', () => {
  const taking = (name: string, hostPort: number, more: { hostIP?: string; protocol?: string } = {}) =>
    pod(name, { spec: { containers: [{ name: 'c', ports: [{ containerPort: 80, hostPort, ...more }] }] } });
  const text = "0/1 nodes are available: 1 node(s) didn't have free ports for the requested pod ports.";

  test.each([
    ['the same port', taking('q', 80), text],
    ['another port', taking('q', 81), 'a'],
    ['another protocol', taking('q', 80, { protocol: 'UDP' }), 'a'],
    ['one address of all', taking('q', 80, { hostIP: '10.0.0.1' }), text],
  ])('a port that is taken on all addresses: %s', (_what, object, expected) => {
    const view = clusterView([node('a')]);
    bound(view, taking('p', 80), 'a');
    expect(placed(view, object)).toBe(expected);
  });

  test('a port of one address leaves the other addresses, until the pod goes', () => {
    const view = clusterView([node('a')]);
    const there = taking('p', 80, { hostIP: '10.0.0.1' });
    bound(view, there, 'a');
    expect(placed(view, taking('q', 80, { hostIP: '10.0.0.2' }))).toBe('a');
    expect(placed(view, taking('q', 80))).toBe(text);
    view.observePod({ type: 'deleted', key: 'ns/p', object: there, old: there });
    expect(placed(view, taking('q', 80))).toBe('a');
  });
});

describe('pod affinity', () => {
  const near = (app: string, more = {}) => ({
    podAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: ZONE, labelSelector: selector(app), ...more }],
    },
  });
  const apart = (app: string) => ({
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: ZONE, labelSelector: selector(app) }],
    },
  });
  const nodes = [zoned('a1', 'a'), zoned('b1', 'b')];

  test('a pod goes to the zone of those it requires, and nowhere while there are none', () => {
    const view = clusterView(nodes);
    const client = pod('client', { spec: { affinity: near('db') } });
    expect(placed(view, client)).toBe("0/2 nodes are available: 2 node(s) didn't match pod affinity rules.");
    bound(view, pod('db', { labels: { app: 'db' } }), 'b1');
    expect(placed(view, client)).toBe('b1');
  });

  test('the first of a group that wants to be together may go anywhere; the others follow', () => {
    const view = clusterView(nodes);
    const member = (name: string) => pod(name, { labels: { app: 'g' }, spec: { affinity: near('g') } });
    const first = placed(view, member('one'));
    bound(view, member('one'), first);
    expect(placed(view, member('two'))).toBe(first);
  });

  test('pods of other namespaces count only when the term names them, by name or by label', () => {
    const view = clusterView(nodes);
    bound(view, pod('db', { labels: { app: 'db' }, metadata: { namespace: 'other' } }), 'b1');
    const namespace = { apiVersion: 'v1' as const, kind: 'Namespace' as const, metadata: { labels: { team: 'x' } } };
    view.observeNamespace({ type: 'added', key: 'other', object: namespace });
    const asking = (more: object) => placed(view, pod('client', { spec: { affinity: near('db', more) } }));
    expect(asking({})).toContain("didn't match pod affinity rules");
    expect(asking({ namespaces: ['other'] })).toBe('b1');
    expect(asking({ namespaceSelector: { matchLabels: { team: 'x' } } })).toBe('b1');
    expect(asking({ namespaceSelector: { matchLabels: { team: 'y' } } })).toContain('affinity rules');
    expect(asking({ namespaceSelector: {} })).toBe('b1');
  });

  test('anti-affinity keeps away from others, and others away', () => {
    const view = clusterView(nodes);
    bound(view, pod('one', { labels: { app: 'x' }, spec: { affinity: apart('x') } }), 'a1');
    const second = pod('two', { labels: { app: 'x' }, spec: { affinity: apart('x') } });
    expect(placed(view, second)).toBe('b1');
    bound(view, second, 'b1');
    expect(placed(view, pod('three', { labels: { app: 'x' }, spec: { affinity: apart('x') } }))).toBe(
      "0/2 nodes are available: 2 node(s) didn't match pod anti-affinity rules.",
    );
    expect(placed(view, pod('guest', { labels: { app: 'x' } }))).toBe(
      "0/2 nodes are available: 2 node(s) didn't satisfy existing pods anti-affinity rules.",
    );
    expect(placed(view, pod('stranger'))).not.toContain('0/2');
  });

  test('wishes draw pods to, and away from, each other', () => {
    const wish = (weight: number, kind: 'podAffinity' | 'podAntiAffinity') => ({
      [kind]: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          { weight, podAffinityTerm: { topologyKey: ZONE, labelSelector: selector('db') } },
        ],
      },
    });
    const view = clusterView(nodes);
    bound(view, pod('db', { labels: { app: 'db' } }), 'b1');
    expect(placed(view, pod('p', { spec: { affinity: wish(50, 'podAffinity') } }))).toBe('b1');
    expect(placed(view, pod('p', { spec: { affinity: wish(50, 'podAntiAffinity') } }))).toBe('a1');
  });
});

describe('topology spread', () => {
  const spread = (more: object = {}) => [
    { topologyKey: ZONE, maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule', labelSelector: selector('x'), ...more },
  ];
  const member = (name: string, more: object = {}) =>
    pod(name, { labels: { app: 'x' }, spec: { topologySpreadConstraints: spread(more) } });

  test('a zone that is ahead by the allowed skew takes no more; terminating pods do not count', () => {
    const view = clusterView([zoned('a1', 'a'), zoned('b1', 'b'), node('nowhere')]);
    bound(view, member('one'), 'a1');
    expect(placed(view, member('two'))).toBe('b1');
    const cordoned = zoned('b1', 'b');
    const off = { ...cordoned, spec: { unschedulable: true } };
    view.observeNode({ type: 'updated', key: 'b1', object: off, old: cordoned });
    expect(placed(view, member('two'))).toBe(
      "0/3 nodes are available: 1 node(s) didn't match pod topology spread constraints, " +
        "1 node(s) didn't match pod topology spread constraints (missing required label), 1 node(s) were unschedulable.",
    );
    bound(view, pod('one', { labels: { app: 'x' }, metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } }), 'a1');
    expect(placed(view, member('two'))).toBe('a1');
  });

  test('with fewer zones than asked for, every zone may hold the skew at most', () => {
    const view = clusterView([zoned('a1', 'a')]);
    bound(view, member('one'), 'a1');
    expect(placed(view, member('two'))).toBe('a1');
    expect(placed(view, member('two', { minDomains: 2 }))).toContain("didn't match pod topology spread constraints");
  });

  test('a wish for evenness prefers the emptier zone and forbids nothing', () => {
    const view = clusterView([zoned('a1', 'a'), zoned('b1', 'b')]);
    bound(view, member('one'), 'a1');
    const wish = { whenUnsatisfiable: 'ScheduleAnyway' };
    expect(placed(view, member('two', wish))).toBe('b1');
    bound(view, member('two'), 'b1');
    bound(view, member('three'), 'b1');
    expect(placed(view, member('four', wish))).toBe('a1');
  });

  test('nodes that the pod cannot go to count only by its policy', () => {
    const view = clusterView([zoned('a1', 'a'), node('b1', { labels: { [ZONE]: 'b', disk: 'slow' } })]);
    bound(view, member('one'), 'a1');
    const fast = {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: 'disk', operator: 'NotIn', values: ['slow'] }] }],
        },
      },
    };
    const asking = (policy: string) =>
      pod('two', {
        labels: { app: 'x' },
        spec: { affinity: fast, topologySpreadConstraints: spread({ nodeAffinityPolicy: policy }) },
      });
    expect(placed(view, asking('Honor'))).toBe('a1');
    expect(placed(view, asking('Ignore'))).toContain('0/2');
  });
});

describe('preferences', () => {
  test('a preferred node wins over an emptier one; a node with a warning taint is the last choice', () => {
    const prefer = (key: string) => ({
      nodeAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          { weight: 1, preference: { matchExpressions: [{ key, operator: 'Exists' }] } },
        ],
      },
    });
    const view = clusterView([node('empty'), node('ssd', { labels: { ssd: '' } })]);
    bound(view, pod('there', { requests: { cpu: '1' } }), 'ssd');
    expect(placed(view, pod('p', { spec: { affinity: prefer('ssd') } }))).toBe('ssd');
    expect(placed(view, pod('p', { spec: { affinity: prefer('none') } }))).toBe('empty');
    const taints = [{ key: 'old', effect: 'PreferNoSchedule' }];
    const warned = clusterView([node('old', { spec: { taints } }), node('new')]);
    bound(warned, pod('there', { requests: { cpu: '1' } }), 'new');
    expect(placed(warned, pod('p'))).toBe('new');
  });

  test('a cordoned node and one that is not ready take pods that tolerate it', () => {
    const view = clusterView([node('off', { spec: { unschedulable: true } })]);
    const tolerations = [{ key: 'node.kubernetes.io/unschedulable', operator: 'Exists', effect: 'NoSchedule' }];
    expect(placed(view, pod('p', { spec: { tolerations } }))).toBe('off');
    const taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };
    const down = { ...node('down', { spec: { taints: [taint] } }), status: { allocatable: { pods: '1' } } };
    expect(placed(clusterView([down]), pod('p'))).toBe(
      '0/1 nodes are available: 1 node(s) had untolerated taint {node.kubernetes.io/not-ready: }.',
    );
    const { spec: _spec, ...untold } = down;
    expect(placed(clusterView([untold]), pod('p'))).toBe('0/1 nodes are available: 1 node(s) were not ready.');
  });
});

describe('volumes', () => {
  const mounting = pod('p', { spec: { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }] } });
  const onNode = (name: string): PersistentVolume['spec'] => ({
    capacity: { storage: '1Gi' },
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'late',
    nodeAffinity: {
      required: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: [name] }] }],
      },
    },
  });
  const volume = (name: string, spec: PersistentVolume['spec']): PersistentVolume => ({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    ...(spec && { spec }),
  });
  const claim = (phase: string, spec: PersistentVolumeClaim['spec'], annotations = {}): PersistentVolumeClaim => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', namespace: 'ns', annotations },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
    status: { phase },
  });
  const stored = (
    data: PersistentVolumeClaim | undefined,
    volumes: readonly PersistentVolume[] = [],
    provisioner = 'x/y',
  ): StorageLookup => ({
    claim: (key) => (key === 'ns/data' ? data : undefined),
    volume: (name) => volumes.find(({ metadata }) => metadata.name === name),
    volumes: () => volumes,
    classes: () => [
      {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'StorageClass',
        metadata: { name: 'late' },
        provisioner,
        volumeBindingMode: 'WaitForFirstConsumer',
      },
    ],
  });
  const nodes = [node('a'), node('b')];
  const late = { storageClassName: 'late' };

  test.each([
    ['missing', stored(undefined), '0/2 nodes are available: persistentvolumeclaim "data" not found.'],
    [
      'unbound',
      stored(claim('Pending', { storageClassName: 'now' })),
      '0/2 nodes are available: pod has unbound immediate PersistentVolumeClaims.',
    ],
    [
      'lost',
      stored(claim('Lost', { volumeName: 'pv' })),
      '0/2 nodes are available: persistentvolumeclaim "data" bound to non-existent persistentvolume "pv".',
    ],
    ['bound', stored(claim('Bound', { volumeName: 'pv' }), [volume('pv', onNode('b'))]), 'b'],
    [
      'bound elsewhere',
      stored(claim('Bound', { volumeName: 'pv' }), [volume('pv', onNode('z'))]),
      '0/2 nodes are available: 2 node(s) had volume node affinity conflict.',
    ],
    ['selected', stored(claim('Pending', late, { 'volume.kubernetes.io/selected-node': 'b' })), 'b'],
    [
      'late, with a volume made by hand',
      stored(claim('Pending', late), [volume('pv', onNode('b'))], 'kubernetes.io/no-provisioner'),
      'b',
    ],
    [
      'late, without any',
      stored(claim('Pending', late), [], 'kubernetes.io/no-provisioner'),
      "0/2 nodes are available: 2 node(s) didn't find available persistent volumes to bind.",
    ],
  ])('a claim that is %s', (_what, storage, expected) => {
    expect(placed(clusterView(nodes, { storage }), mounting)).toBe(expected);
  });

  test.each([
    ['while the claim gets its volume', claim('Pending', { volumeName: 'pv', storageClassName: 'now' }), false],
    ['when the claim has it', claim('Bound', { volumeName: 'pv' }), true],
    ['when the claim has lost it', claim('Lost', { volumeName: 'gone' }), true],
    ['when the claim is gone', undefined, true],
  ])('a pod that waits for its claim is tried %s', (_when, data, expected) => {
    const view = clusterView(nodes, { storage: stored(data, [volume('pv', {})]) });
    const wakes = (event: ClusterEvent) => volumes.wakesOn?.(event, podDemand(mounting), view);
    expect(wakes({ kind: 'storage', claim: 'ns/data' })).toBe(expected);
    expect(wakes({ kind: 'storage', claim: 'ns/other' })).toBe(false);
    expect(wakes({ kind: 'storage', claim: 'ns/data', isNew: true })).toBe(true);
  });

  test('a claim for one pod alone is refused to the second until the first is gone', () => {
    const exclusive = claim('Bound', { volumeName: 'pv', accessModes: ['ReadWriteOncePod'] });
    const view = clusterView(nodes, { storage: stored(exclusive, [volume('pv', { capacity: { storage: '1Gi' } })]) });
    const first = { ...mounting, metadata: { ...mounting.metadata, name: 'first' } };
    bound(view, first, 'a');
    expect(placed(view, mounting)).toBe(
      '0/2 nodes are available: 2 node has pod using PersistentVolumeClaim with the same name and ' +
        'ReadWriteOncePod access mode.',
    );
    view.observePod({ type: 'deleted', key: 'ns/first', object: first, old: first });
    expect(placed(view, mounting)).toBe('a');
  });
});

describe('claims for devices', () => {
  const nodes = [node('a', { labels: { zone: 'x' } }), node('b', { labels: { zone: 'y' } })];
  const templated = { resourceClaims: [{ name: 'device', resourceClaimTemplateName: 'gpus' }] };
  const made = (resourceClaimName?: string) => ({
    resourceClaimStatuses: [{ name: 'device', ...(resourceClaimName && { resourceClaimName }) }],
  });

  test.each([
    ['none', undefined, 'waiting for resourceclaim "gpu": resourceclaim "gpu" not found.'],
    ['one that is not allocated', deviceClaim(), '2 cannot allocate all claims.'],
    ['one of another zone', deviceClaim('z'), '2 resourceclaim not available on the node.'],
  ])('%s keeps the pod waiting', (_what, claim, expected) => {
    const view = clusterView(nodes, { resourceClaim: () => claim });
    expect(placed(view, pod('p', { spec: claimingDevice }))).toBe(`0/2 nodes are available: ${expected}`);
  });

  test('one that is allocated decides where the pod goes', () => {
    const view = clusterView(nodes, { resourceClaim: () => deviceClaim('y') });
    expect(placed(view, pod('p', { spec: claimingDevice }))).toBe('b');
  });

  test('one of a template is found by its name in the status, and not needed when the status marks it so', () => {
    const view = clusterView(nodes, { resourceClaim: (key) => (key === 'ns/gpu' ? deviceClaim('y') : undefined) });
    expect(placed(view, pod('p', { spec: templated }))).toBe(
      '0/2 nodes are available: waiting for the resourceclaim of template "gpus" to be created.',
    );
    expect(placed(view, pod('p', { spec: templated, status: made('gpu') }))).toBe('b');
    expect(placed(view, pod('p', { spec: templated, status: made() }))).toMatch(/^[ab]$/);
  });
});
