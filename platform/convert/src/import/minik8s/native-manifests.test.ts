import { StrictCluster } from '@kubemin/testing/rendering';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixtures } from '../../test-support/fixture.ts';
import { nativeManifests } from './native-manifests.ts';

const files = fixtures('minik8s');

function importObjects(text: string) {
  return nativeManifests(text).manifests.map(({ object }) => object);
}

describe('what Minik8s files mean is taken by a strict Kubernetes, without a change by hand', () => {
  let cluster: StrictCluster;
  beforeAll(async () => {
    cluster = await StrictCluster.start([]);
  });
  afterAll(() => cluster.close());

  test.each(files)('%s', async (_name, text) => {
    const objects = nativeManifests(text).manifests.map(({ object }) => JSON.parse(JSON.stringify(object)));
    expect(objects.length).toBeGreaterThan(0);
    expect(await cluster.complaints(objects)).toEqual([]);
  });
});

test('a replica set gets a selector and an autoscaler of another file the workload it names', () => {
  const [set] = importObjects(
    'kind: replicaset\nmetaData: { name: rs, nameSpace: two }\nspec: { replicas: 2, selector: { app: 7 }, template: { metadata: { name: x, labels: { app: 7 } }, spec: { containers: [{ name: Web, image: { imgName: web }, env: [{ name: N, value: 5 }] }] } } }',
  );
  expect(set).toMatchObject({
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name: 'rs', namespace: 'two' },
    spec: {
      selector: { matchLabels: { app: '7' } },
      template: { metadata: { labels: { app: '7' } }, spec: { containers: [{ name: 'web', env: [{ value: '5' }] }] } },
    },
  });
  const [scaler] = importObjects(
    'kind: hpa\nmetaData: { name: h }\nspec: { minReplicas: 1, maxReplicas: 3, metrics: { cpuPercent: 50 }, workload: { name: RS } }',
  );
  expect(scaler).toMatchObject({ spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'rs' } } });
});

test('native objects and lists stay as they are, beside those of the dialect, and what cannot be converted is listed', () => {
  const { manifests, notCarried } = nativeManifests(
    'apiVersion: v1\nkind: List\nitems: [{ apiVersion: v1, kind: ConfigMap, metadata: { name: c }, data: { a: b } }]\n---\nkind: pod\nmetaData: { name: p }\nspec: { containers: [{ name: c, image: { imgName: i } }] }\n---\nkind: function\nmetaData: { name: f }\nfilePath: ./f\n',
  );
  expect(manifests.map(({ object, translated }) => [object.kind, translated])).toEqual([
    ['ConfigMap', false],
    ['Pod', true],
  ]);
  expect(notCarried).toMatchObject([{ how: 'dropped', what: 'function f' }]);
  expect(() => nativeManifests('hello: world')).toThrow('no apiVersion and kind');
});
