import { expect, test } from 'vitest';
import { addPoint, podReading, type UsagePoint } from './usage-readings.ts';

const pod = (used: object | undefined, limits: object = {}) => ({
  pod: 'web-0',
  containers: [
    { name: 'web', used: { cpuMillis: 10, memoryBytes: 100 }, limits: { cpuMillis: 50, memoryBytes: 1000 } },
    { name: 'sidecar', ...(used && { used: { cpuMillis: 5, memoryBytes: 50 } }), limits },
  ],
});

test('a pod uses what its containers use together, and has a limit only if each has one', () => {
  expect(podReading(pod({}, { cpuMillis: 50 }))).toMatchObject({
    cpuMillis: 15,
    cpuLimit: 100,
    memoryBytes: 150,
    memoryLimit: undefined,
  });
});

test('a pod with a container that was not measured yet has no reading, instead of a part of it', () => {
  expect(podReading(pod(undefined))).toMatchObject({ cpuMillis: undefined, memoryBytes: undefined });
  expect(addPoint([], { pods: [pod(undefined)] }, 1)[0]?.cpu.size).toBe(0);
});

test('the oldest points are dropped after about an hour, and a reading counts once', () => {
  let points: readonly UsagePoint[] = [];
  for (let at = 0; at < 1_000; at += 1) points = addPoint(points, { pods: [pod({})] }, at);
  expect(addPoint(points, { pods: [] }, 999)).toBe(points);
  expect([points.length, points[0]?.at]).toEqual([720, 280]);
});
