import { initExamples, rbacExamples, sidecarExamples, storageExamples } from '@kubemin/testing/golden';
import { parseSample, renderer, StrictCluster, webservice } from '@kubemin/testing/rendering';
import { afterAll, beforeAll, expect, test } from 'vitest';

let cluster: StrictCluster;
beforeAll(async () => {
  cluster = await StrictCluster.start();
});
afterAll(() => cluster.close());

const traits = {
  imagePull: { policy: 'Always', secrets: ['registry'] },
  securityContext: {
    runAsUser: 1000,
    runAsGroup: 1000,
    runAsNonRoot: true,
    seccompProfile: 'RuntimeDefault',
    fsGroup: 2000,
    fsGroupChangePolicy: 'OnRootMismatch',
    supplementalGroups: [3000],
    readOnlyRootFilesystem: true,
    allowPrivilegeEscalation: false,
    capabilities: { add: ['NET_ADMIN'], drop: ['ALL'] },
  },
  scheduling: {
    nodeSelector: { disk: 'ssd' },
    nodeAffinity: [
      { key: 'zone', operator: 'NotIn', values: ['c'] },
      { key: 'cores', operator: 'Gt', values: ['4'], weight: 5 },
    ],
    affinity: [{ component: 'web', topology: 'zone' }],
    antiAffinity: [{}, { labels: { noisy: 'yes' }, weight: 7 }],
    tolerations: [{ key: 'gpu' }, { key: 'team', value: 'a', effect: 'NoExecute', tolerationSeconds: 60 }, {}],
    spread: [{ topology: 'node', maxSkew: 2, whenUnsatisfiable: 'DoNotSchedule' }, {}],
    priorityClass: 'system-cluster-critical',
  },
  termination: { gracePeriodSeconds: 60, preStop: { sleepSeconds: 5 } },
  resources: { cpu: '1', memory: '1Gi', gpu: '8Gi' },
  share: { strategy: 'force' },
  sidecar: [
    { image: 'a', traits: { securityContext: { runAsUser: 0 }, termination: { preStop: { command: ['a'] } } } },
  ],
};

const samples: readonly (readonly [string, object])[] = [
  ...[...storageExamples, ...initExamples, ...sidecarExamples, ...rbacExamples].map(
    (example) =>
      [
        example.name,
        webservice({
          type: example.type ?? 'webservice',
          traits: JSON.parse(example.traits.replaceAll(/ \/\/.*$/gm, '')),
        }),
      ] as const,
  ),
  ['all policies of a web service', webservice({ traits })],
  ['all policies of a store', { name: 'web', type: 'store', image: 'a', traits }],
  [
    'a job with a sidecar',
    { name: 'web', type: 'job', image: 'a', traits: { ...traits, restart: { policy: 'OnFailure' } } },
  ],
  [
    'rules about URLs',
    webservice({
      traits: { rbac: [{ clusterScope: true, rules: [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }] }] },
    }),
  ],
];

test.each(samples)('%s: a strict API server accepts it without a word', async (name, component) => {
  const namespace = `test-${samples.findIndex(([other]) => other === name)}`;
  const document = parseSample({ name: 'shop', namespace, component: [component] });
  const objects = renderer.render(document, { appId: namespace }).map(({ object }) => object);
  expect(await cluster.complaints(objects)).toEqual([]);
});
