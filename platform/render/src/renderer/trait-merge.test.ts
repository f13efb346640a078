import { describe, expect, test } from 'vitest';
import { applyResult, mergeResults } from './trait-merge.ts';

const pod = { containers: [{ name: 'main', env: [{ name: 'A', value: '1' }] }] };

describe('merging what traits yield', () => {
  test('of volumes with one name the first stays, of mounts with one path too', () => {
    const merged = mergeResults([
      { volumes: [{ name: 'v', emptyDir: {} }], changes: { main: { volumeMounts: [{ name: 'v', mountPath: '/d' }] } } },
      {
        volumes: [{ name: 'v', configMap: { name: 'c' } }],
        changes: { main: { volumeMounts: [{ name: 'w', mountPath: '/d' }] } },
      },
    ]);
    expect(applyResult(pod, merged)).toMatchObject({
      volumes: [{ name: 'v', emptyDir: {} }],
      containers: [{ volumeMounts: [{ name: 'v', mountPath: '/d' }] }],
    });
    expect(applyResult(pod, merged).containers[0]?.volumeMounts).toHaveLength(1);
  });

  test('of probes and resources the last counts, and a trait without them takes none away', () => {
    const merged = mergeResults([
      { changes: { main: { resources: { limits: { cpu: '1' } }, livenessProbe: { periodSeconds: 1 } } } },
      { changes: { main: { resources: { limits: { cpu: '2' } } } } },
      { changes: { main: { env: [] } } },
    ]);
    expect(applyResult(pod, merged).containers[0]).toMatchObject({
      resources: { limits: { cpu: '2' } },
      livenessProbe: { periodSeconds: 1 },
    });
  });

  test('the pod keeps its own service account, else the first trait decides', () => {
    const merged = mergeResults([{ serviceAccountName: 'first' }, { serviceAccountName: 'second' }]);
    expect(applyResult(pod, merged).serviceAccountName).toBe('first');
    expect(applyResult({ ...pod, serviceAccountName: 'own' }, merged).serviceAccountName).toBe('own');
  });

  test('added containers are changed like the main one, and init containers keep their order', () => {
    const merged = mergeResults([
      { initContainers: [{ name: 'one' }], changes: { one: { env: [{ name: 'X', value: 'y' }] } } },
      { initContainers: [{ name: 'two' }], containers: [{ name: 'side' }] },
    ]);
    const result = applyResult(pod, merged);
    expect(result.initContainers).toMatchObject([{ name: 'one', env: [{ name: 'X' }] }, { name: 'two' }]);
    expect(result.containers.map(({ name }) => name)).toEqual(['main', 'side']);
  });

  test('a volume with a claim template of its name is left to the template', () => {
    const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'v' } } as const;
    const merged = mergeResults([{ volumes: [{ name: 'v', emptyDir: {} }], claimTemplates: [claim] }]);
    expect(applyResult(pod, merged).volumes).toBeUndefined();
  });
});
