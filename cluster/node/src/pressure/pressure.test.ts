import type { Pod, PodSpec } from '@kubemin/kubeapi/types/core.v1';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evictionThresholds, KUBERNETES_DEFAULTS, type Signal } from '../kubelet-configuration/index.ts';
import { evictionMessage, pressureRejection } from './eviction-message.ts';
import { PressureTracker, type Readings } from './pressure-tracker.ts';
import { type PodUsage, rankPods } from './rank-pods.ts';

const MEBIBYTE = 1024 * 1024;

function pod(name: string, spec: Partial<PodSpec> = {}): Pod {
  const metadata = { name, namespace: 'default', uid: name };
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers: [{ name: 'main' }], ...spec } };
}

function usage(name: string, memoryMebibytes: number, request = '0', spec: Partial<PodSpec> = {}): PodUsage {
  const memoryBytes = memoryMebibytes * MEBIBYTE;
  const containers = [{ name: 'main', resources: { requests: { memory: request } } }];
  return {
    ...{ pod: pod(name, { containers, ...spec }), memoryBytes, diskBytes: 0, processes: 0 },
    containers: [{ name: 'main', memoryBytes }],
  };
}

const read = (signal: Signal, available: number, capacity = 1000): Readings =>
  new Map([[signal, { available, capacity }]]);

const thresholds = (settings: Partial<typeof KUBERNETES_DEFAULTS>) =>
  evictionThresholds({ ...KUBERNETES_DEFAULTS, evictionHard: {}, ...settings });

describe('thresholds over time', () => {
  test('a hard threshold is due at once, and its condition stays for the transition period', () => {
    const tracker = new PressureTracker(thresholds({ evictionHard: { 'memory.available': '100' } }), 300);
    expect(tracker.observe(read('memory.available', 100), 0)).toEqual({ conditions: new Set(), due: [] });
    const passed = tracker.observe(read('memory.available', 99), 1);
    expect([...passed.conditions]).toEqual(['MemoryPressure']);
    expect(passed.due).toMatchObject([{ signal: 'memory.available', isHard: true }]);
    expect(tracker.observe(read('memory.available', 500), 2)).toEqual({ conditions: passed.conditions, due: [] });
    expect(tracker.observe(read('memory.available', 500), 300).conditions.size).toBe(1);
    expect(tracker.observe(read('memory.available', 500), 301).conditions.size).toBe(0);
  });

  test('a soft threshold is due after its grace period, counted again when the signal recovered meanwhile', () => {
    const soft = { evictionSoft: { 'nodefs.available': '10%' }, evictionSoftGracePeriod: { 'nodefs.available': '1m' } };
    const tracker = new PressureTracker(thresholds(soft), 0);
    expect([...tracker.observe(read('nodefs.available', 99), 0).conditions]).toEqual(['DiskPressure']);
    expect(tracker.observe(read('nodefs.available', 100), 30_000).conditions.size).toBe(0);
    expect(tracker.observe(read('nodefs.available', 99), 40_000).due).toEqual([]);
    expect(tracker.observe(read('nodefs.available', 99), 99_999).due).toEqual([]);
    expect(tracker.observe(read('nodefs.available', 99), 100_000).due).toMatchObject([{ graceMs: 60_000 }]);
  });

  test('a threshold that was passed stays so until the minimum reclaim is free too', () => {
    const settings = {
      evictionHard: { 'nodefs.available': '10%' },
      evictionMinimumReclaim: { 'nodefs.available': '5%' },
    };
    const tracker = new PressureTracker(thresholds(settings), 0);
    expect(tracker.observe(read('nodefs.available', 120), 0).due).toEqual([]);
    expect(tracker.observe(read('nodefs.available', 99), 1).due).toHaveLength(1);
    expect(tracker.observe(read('nodefs.available', 149), 2).due).toHaveLength(1);
    expect(tracker.observe(read('nodefs.available', 150), 3).due).toEqual([]);
  });

  test('memory comes before the disk; a signal that cannot be read changes nothing; 0% is no threshold', () => {
    const evictionHard = { 'nodefs.available': '10%', 'memory.available': '100', 'imagefs.available': '0%' };
    const tracker = new PressureTracker(thresholds({ evictionHard }), 0);
    const both: Readings = new Map([
      ...read('nodefs.available', 1),
      ...read('memory.available', 1),
      ...read('imagefs.available', 0),
    ]);
    const order = (readings: Readings, now: number) => tracker.observe(readings, now).due.map(({ signal }) => signal);
    expect(order(both, 0)).toEqual(['memory.available', 'nodefs.available']);
    expect(order(new Map(), 1)).toEqual(['memory.available', 'nodefs.available']);
  });
});

describe('the order of eviction', () => {
  test('above requests first, then by priority, then by how far above', () => {
    const pods = [
      usage('within', 900, '1Gi'),
      usage('above', 20, '10Mi', { priority: 0 }),
      usage('far-above', 200, '10Mi', { priority: 0 }),
      usage('important', 500, '10Mi', { priority: 10 }),
      usage('negative', 11, '10Mi', { priority: -5 }),
    ];
    expect(rankPods(pods, 'memory').map(({ pod: { metadata } }) => metadata.name)).toEqual([
      'negative',
      'far-above',
      'above',
      'important',
      'within',
    ]);
  });

  test('whatever uses are, the order is total: no pod above its requests is behind one within, and each comes once', () => {
    const any = fc.record({
      used: fc.integer({ min: 0, max: 50 }),
      request: fc.integer({ min: 0, max: 50 }),
      priority: fc.integer({ min: -2, max: 2 }),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), (rows) => {
        const pods = rows.map(({ used, request, priority }, index) =>
          usage(`p${index}`, used, `${request}Mi`, { priority }),
        );
        const ranked = rankPods(pods, 'memory').map(({ pod: { metadata } }) => rows[Number(metadata.name?.slice(1))]);
        expect(new Set(ranked).size).toBe(rows.length);
        for (const [index, later] of ranked.entries()) {
          const earlier = ranked[index - 1];
          if (earlier === undefined || later === undefined) continue;
          const exceeds = (row: typeof later): number => (row.used > row.request ? 0 : 1);
          const keys = (row: typeof later) => [exceeds(row), row.priority, row.request - row.used];
          const [a, b] = [keys(earlier), keys(later)];
          const at = a.findIndex((value, place) => value !== b[place]);
          if (at !== -1) expect(a[at]).toBeLessThan(b[at] ?? 0);
        }
      }),
    );
  });
});

test('the message names threshold, what is left, and the containers above their requests', () => {
  const [threshold] = thresholds({ evictionHard: { 'memory.available': '100Mi' } });
  if (threshold === undefined) throw new Error('no threshold');
  const readings = read('memory.available', 50 * MEBIBYTE, 1000 * MEBIBYTE);
  expect(evictionMessage(usage('web', 10, '1Mi'), threshold, readings)).toBe(
    'The node was low on resource: memory. Threshold quantity: 100Mi, available: 50Mi. Container main was using 10Mi, request is 1Mi, has larger consumption of memory. ',
  );
});

test('under memory pressure alone pods that request something are admitted, under disk pressure none but critical ones', () => {
  const bestEffort = pod('best-effort');
  const burstable = usage('burstable', 0, '1Mi').pod;
  const critical = pod('critical', { priority: 2_000_000_000 });
  const tolerant = pod('tolerant', {
    tolerations: [{ key: 'node.kubernetes.io/memory-pressure', operator: 'Exists' }],
  });
  const memory = new Set(['MemoryPressure'] as const);
  const disk = new Set(['DiskPressure'] as const);
  const message = 'The node had condition: [MemoryPressure]. ';
  expect(pressureRejection(bestEffort, memory)).toEqual({ reason: 'Evicted', message });
  for (const admitted of [burstable, critical, tolerant]) expect(pressureRejection(admitted, memory)).toBeUndefined();
  for (const refused of [burstable, tolerant]) expect(pressureRejection(refused, disk)?.reason).toBe('Evicted');
  expect(pressureRejection(critical, disk)).toBeUndefined();
});
