import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { expect, it } from 'vitest';
import { existingPodWarnings } from './existing-pods.ts';
import { PodEvaluator } from './pod-evaluator.ts';
import { builtinChecks } from './pod-security-admission.ts';

const evaluator = new PodEvaluator(builtinChecks, 35);

function pod(name: string, { host = false, owner = '', runtimeClassName = '' } = {}): Pod {
  const reference = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: owner, uid: owner, controller: true };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, ...(owner !== '' && { ownerReferences: [reference] }) },
    spec: { containers: [{ name: 'main' }], hostNetwork: host, runtimeClassName },
  };
}

function warnings(pods: readonly Pod[], clock = { monotonic: () => 0 }): readonly string[] {
  const enforce = { level: 'baseline', version: 'latest' } as const;
  const isExempt = ({ spec }: Pod): boolean => spec?.runtimeClassName === 'exempt';
  return existingPodWarnings({ namespace: 'n', pods, enforce, isExempt }, { evaluator, clock });
}

const HEAD = 'existing pods in namespace "n" violate the new PodSecurity enforce level "baseline:latest"';

it('pods with the same violations are counted, by the first name', () => {
  const pods = ['c', 'a', 'b'].map((name) => pod(name, { host: true }));
  expect(warnings(pods)).toEqual([HEAD, 'a (and 2 other pods): host namespaces']);
  expect(warnings(pods.slice(1))).toEqual([HEAD, 'a (and 1 other pod): host namespaces']);
  expect(warnings(pods.slice(2))).toEqual([HEAD, 'b: host namespaces']);
  expect(warnings([pod('a')])).toEqual([]);
});

it('pods of exempt runtime classes are left out', () => {
  expect(warnings([pod('a', { host: true, runtimeClassName: 'exempt' })])).toEqual([]);
});

it('of many pods each controller is looked at before the others of its pods', () => {
  const many = Array.from({ length: 4000 }, (_, index) => pod(`many-${index}`, { owner: 'many' }));
  expect(warnings([...many, pod('last', { host: true, owner: 'other' })])).toEqual([
    'new PodSecurity enforce level only checked against the first 3000 of 4001 existing pods',
    HEAD,
    'last: host namespaces',
  ]);
});

it('after a second the rest is left out', () => {
  let now = 0;
  const slow = {
    monotonic: () => {
      now += 300;
      return now;
    },
  };
  const pods = Array.from({ length: 10 }, (_, index) => pod(`p-${index}`, { host: index === 9 }));
  expect(warnings(pods, slow)).toEqual([
    'new PodSecurity enforce level only checked against the first 4 of 10 existing pods',
  ]);
});
