import type { Container, Pod, Volume } from '@kubemin/kubeapi/types/core.v1';
import { describe, expect, test } from 'vitest';
import { simulatePod } from '../simulated/pod-simulation.ts';
import type { ConfigLookup } from './config-lookup.ts';
import { missingEnvironment, missingVolumes } from './missing-config.ts';

const START = Date.UTC(2026, 0, 1);
const NETWORK = { hostIP: '198.18.0.1', podIP: '10.244.0.2' };
const HELD: Readonly<Record<string, readonly string[]>> = { 'configmap/there': ['a'], 'secret/there': ['b'] };
const lookup: ConfigLookup = {
  keys: ({ kind, name }) => {
    const keys = HELD[`${kind}/${name}`];
    return keys && new Set(keys);
  },
};
const nothing: ConfigLookup = { keys: () => undefined };

function pod(container: Partial<Container>, volumes: readonly Volume[] = []): Pod {
  const containers = [{ name: 'c', image: 'shop:1', ...container }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'ns', name: 'p', uid: 'u' },
    spec: { containers, volumes },
  };
}

describe('a container cannot be made', () => {
  const missingMessage = (container: Partial<Container>) => {
    const object = pod(container);
    const [made] = object.spec?.containers ?? [];
    return made && missingEnvironment(object, made, lookup)?.message;
  };
  const from = (valueFrom: object) => missingMessage({ env: [{ name: 'X', valueFrom }] });

  test.each([
    ['a ConfigMap is not there', { configMapKeyRef: { name: 'x', key: 'a' } }, 'configmap "x" not found'],
    ['a Secret is not there', { secretKeyRef: { name: 'x', key: 'a' } }, 'secret "x" not found'],
    [
      'a key is not in it',
      { configMapKeyRef: { name: 'there', key: 'z' } },
      "couldn't find key z in ConfigMap ns/there",
    ],
    [
      'a secret key is not in it',
      { secretKeyRef: { name: 'there', key: 'z' } },
      "couldn't find key z in Secret ns/there",
    ],
  ])('when %s', (_, valueFrom, message) => {
    expect(from(valueFrom)).toBe(message);
  });

  test('when all of one is asked for that is not there, and not when it may be missing', () => {
    expect(missingMessage({ envFrom: [{ secretRef: { name: 'x' } }] })).toBe('secret "x" not found');
    expect(missingMessage({ envFrom: [{ configMapRef: { name: 'x', optional: true } }] })).toBeUndefined();
    expect(from({ secretKeyRef: { name: 'x', key: 'a', optional: true } })).toBeUndefined();
    expect(from({ configMapKeyRef: { name: 'there', key: 'a' } })).toBeUndefined();
    expect(from({ fieldRef: { fieldPath: 'metadata.name' } })).toBeUndefined();
  });
});

test('volumes that cannot be mounted are reported with the reason; optional ones and those of the service account are not', () => {
  const volumes: readonly Volume[] = [
    { name: 'v1', configMap: { name: 'x' } },
    { name: 'v2', secret: { secretName: 'there', items: [{ key: 'z', path: 'z' }] } },
    { name: 'v3', projected: { sources: [{ secret: { name: 'y' } }] } },
    { name: 'v4', secret: { secretName: 'x', optional: true } },
    { name: 'kube-api-access-abcde', projected: { sources: [{ configMap: { name: 'kube-root-ca.crt' } }] } },
    { name: 'v6', emptyDir: {} },
  ];
  expect(missingVolumes(pod({}, volumes), lookup).map(({ volume, message }) => `${volume}: ${message}`)).toEqual([
    'v1: configmap "x" not found',
    'v2: references non-existent secret key: z',
    'v3: secret "y" not found',
  ]);
});

test('a container that has lost its configuration meanwhile is not started again, and keeps its history', () => {
  const object: Pod = pod({ envFrom: [{ configMapRef: { name: 'there' } }] });
  const crashing = {
    ...object,
    metadata: { ...object.metadata, annotations: { 'kubemin.io/simulate': 'crash-loop' } },
  };
  const look = (current: Pod, time: number, config: ConfigLookup): Pod => {
    const { status } = simulatePod(current, { now: START + time, ...NETWORK, config });
    return { ...current, status: { ...current.status, ...status } };
  };
  const crashed = look(look(crashing, 0, lookup), 0, lookup);
  const waiting = look(look(crashed, 10_000, nothing), 10_000, nothing);
  expect(waiting.status?.containerStatuses?.[0]).toMatchObject({
    restartCount: 1,
    state: { waiting: { reason: 'CreateContainerConfigError', message: 'configmap "there" not found' } },
    lastState: { terminated: { exitCode: 1 } },
  });
  expect(look(waiting, 20_000, lookup).status?.containerStatuses?.[0]?.restartCount).toBe(2);
});
