import type { PodSpec } from '@kubemin/kubeapi/types/core.v1';
import { describe, expect, test } from 'vitest';
import { envFromAndResourcesExamples } from './golden/env-from-and-resources.ts';
import { envsExamples } from './golden/envs.ts';
import { ingressExamples } from './golden/ingress.ts';
import { initExamples } from './golden/init.ts';
import { probesExamples } from './golden/probes.ts';
import { rbacExamples } from './golden/rbac.ts';
import { sidecarExamples } from './golden/sidecar.ts';
import { storageExamples } from './golden/storage.ts';
import { objectOf, render } from './test-support/sample.ts';

const examples = [
  ...envsExamples,
  ...envFromAndResourcesExamples,
  ...probesExamples,
  ...storageExamples,
  ...ingressExamples,
  ...rbacExamples,
  ...initExamples,
  ...sidecarExamples,
];

describe("examples of the product's manual", () => {
  test.each(examples.map((example) => [example.name, example] as const))('%s', (_name, example) => {
    const { type = 'webservice' } = example;
    const objects = render(
      `{"name":"golden","component":[{"name":"app","type":"${type}","image":"app:1","traits":${example.traits}}]}`,
    );
    const workload = objectOf(objects, type === 'store' ? 'StatefulSet' : 'Deployment');
    const { pod, templates } = partsOf(workload);
    expect(pod).toMatchObject({
      ...example.pod,
      containers: [{ name: 'app', image: 'app:1', ...example.container }, ...(example.sidecars ?? [])],
    });
    if (example.initContainers !== undefined) expect(pod.initContainers).toMatchObject(example.initContainers);
    if (example.volumes !== undefined) expect(pod.volumes ?? []).toMatchObject(example.volumes);
    const loose = objects.filter(({ object }) => object.kind === 'PersistentVolumeClaim').map(({ object }) => object);
    if (example.claims !== undefined) expect([...templates, ...loose]).toMatchObject(example.claims);
    for (const expected of example.objects ?? []) {
      expect(objectOf(objects, expected.kind, expected.metadata.name)).toMatchObject(expected);
    }
  });
});

function partsOf(workload: object): { readonly pod: PodSpec; readonly templates: readonly object[] } {
  const { spec } = JSON.parse(JSON.stringify(workload));
  return { pod: spec.template.spec, templates: spec.volumeClaimTemplates ?? [] };
}
