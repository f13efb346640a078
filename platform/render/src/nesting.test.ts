import type { PodSpec } from '@kubemin/kubeapi/types/core.v1';
import { APP_ID, findObject, render, webservice } from '@kubemin/testing/rendering';
import { describe, expect, test } from 'vitest';

function renderPod(component: object, kind = 'Deployment'): PodSpec {
  const workload = findObject(render({ name: 'shop', component: [component] }), kind);
  return JSON.parse(JSON.stringify(workload)).spec.template.spec;
}
const claims = (component: object) =>
  render({ name: 'shop', component: [component] }).filter(({ object }) => object.kind === 'PersistentVolumeClaim');

const data = { name: 'data', type: 'persistent', tmpCreate: true, mountPath: '/data', subPath: 'mysql' };
const shared = {
  storage: [data],
  init: [{ name: 'prepare', image: 'busybox', traits: { storage: [{ ...data, mountPath: '/prepare' }] } }],
  sidecar: [{ name: 'backup', image: 'backup', traits: { storage: [{ ...data, mountPath: '/backup' }] } }],
};

describe('one volume in several containers', () => {
  test('W-16: on a web service there is one claim, one volume, and every container mounts it', () => {
    const pod = renderPod(webservice({ traits: shared }));
    expect(claims(webservice({ traits: shared }))).toHaveLength(1);
    expect(pod.volumes).toEqual([{ name: 'data', persistentVolumeClaim: { claimName: `pvc-data-${APP_ID}` } }]);
    const mounts = [...pod.containers, ...(pod.initContainers ?? [])].map(({ volumeMounts }) => volumeMounts);
    expect(mounts).toEqual(
      ['/data', '/backup', '/prepare'].map((mountPath) => [{ name: 'data', mountPath, subPath: 'mysql' }]),
    );
  });

  test('on a store there is one claim template and no volume beside it', () => {
    const store = { name: 'db', type: 'store', image: 'mysql', traits: shared };
    expect(renderPod(store, 'StatefulSet').volumes).toBeUndefined();
    expect(claims(store)).toEqual([]);
    const set = findObject(render({ name: 'shop', component: [store] }), 'StatefulSet');
    expect(JSON.parse(JSON.stringify(set)).spec.volumeClaimTemplates).toHaveLength(1);
  });

  test("a container that only repeats the name never makes a claim of its own, whatever it calls the volume's type", () => {
    const again = { ...data, tmpCreate: false };
    const traits = { ...shared, sidecar: [{ name: 'backup', image: 'b', traits: { storage: [again] } }] };
    expect(claims(webservice({ traits }))).toMatchObject([{ object: { metadata: { name: `pvc-data-${APP_ID}` } } }]);
  });

  test('a volume only nested containers know is made once, by the first of them', () => {
    const storage = [{ name: 'spool', type: 'ephemeral', mountPath: '/spool' }];
    const { storage: _none, ...rest } = shared;
    const pod = renderPod(
      webservice({
        traits: {
          ...rest,
          init: [{ name: 'a', image: 'a', traits: { storage } }],
          sidecar: [
            { name: 'b', image: 'b', traits: { storage: [{ ...storage[0], type: 'persistent' }] } },
            { name: 'c', image: 'c', traits: { storage } },
          ],
        },
      }),
    );
    expect(pod.volumes).toEqual([{ name: 'spool', emptyDir: {} }]);
  });
});

describe('containers beside the main one', () => {
  test('nested variables come after literal ones and replace them; nothing reaches the main container', () => {
    const traits = {
      envs: [{ name: 'B', valueFrom: { static: 'later' } }],
      envFrom: [{ type: 'secret', sourceName: 'keys' }],
      resources: { cpu: '1' },
    };
    const pod = renderPod(
      webservice({ traits: { init: [{ name: 'a', image: 'a', env: { C: '1', B: '2' }, traits }] } }),
    );
    expect(pod.initContainers).toEqual([
      {
        name: 'a',
        image: 'a',
        imagePullPolicy: 'IfNotPresent',
        env: [
          { name: 'C', value: '1' },
          { name: 'B', value: 'later' },
        ],
        envFrom: [{ secretRef: { name: 'keys' } }],
        resources: { requests: { cpu: '1' }, limits: { cpu: '1' } },
      },
    ]);
    expect(pod.containers).toEqual([{ name: 'web', image: 'nginx:1.27', imagePullPolicy: 'IfNotPresent' }]);
  });

  test('init containers keep the order they are written in', () => {
    const init = ['third', 'first', 'second'].map((name) => ({ name, image: name }));
    expect(renderPod(webservice({ traits: { init } })).initContainers?.map(({ name }) => name)).toEqual([
      'third',
      'first',
      'second',
    ]);
  });
});
