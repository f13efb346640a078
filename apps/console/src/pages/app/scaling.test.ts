import { expect, test } from 'vitest';
import { autoscaling, exceedsFree, freeResources, replicaRequest, requestedResources } from './scaling.ts';

const component = (traits: Readonly<Record<string, unknown>>) => ({ traits });

test('what replicas request is compared with what the cluster has left', () => {
  const request = replicaRequest(component({ resources: { cpu: '250m', memory: '128Mi' } }));
  expect(request).toEqual({ cpu: 0.25, memory: 128 * 1024 * 1024 });
  const free = freeResources({ resources: [{ resource: 'cpu', free: '1200m' }] });
  expect(exceedsFree(4, request, free)).toBe(false);
  expect(exceedsFree(5, request, free)).toBe(true);
  expect(exceedsFree(-2, request, free)).toBe(false);
  expect(exceedsFree(500, {}, free)).toBe(false);
  expect(exceedsFree(500, request, {})).toBe(false);
});

test('requests are written as the document has them', () => {
  expect(requestedResources(component({ resources: { cpu: '100m', memory: '96Mi' } }))).toBe('100m CPU · 96Mi');
  expect(requestedResources(component({}))).toBe('');
});

test('an autoscaler has its bounds and targets; another trait is none', () => {
  expect(autoscaling(component({ autoscaling: { max: 5, cpu: { utilization: 70 } } }))).toEqual({
    ...{ min: 1, max: 5, cpuTarget: 70, targets: ['CPU 70 %'] },
  });
  expect(autoscaling(component({ autoscaling: { min: 2, max: 4, memory: { averageValue: '500Mi' } } }))).toEqual({
    ...{ min: 2, max: 4, targets: ['memory 500Mi'] },
  });
  expect(autoscaling(component({ storage: [] }))).toBeUndefined();
});
