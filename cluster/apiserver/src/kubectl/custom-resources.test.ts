import { describeKubectl, fails, input, type Step, stored } from '../test-support/kubectl-suite.ts';

const spec = {
  type: 'object',
  required: ['cronSpec'],
  properties: {
    cronSpec: { type: 'string', pattern: '^(\\d+|\\*)(\\s+(\\d+|\\*)){4}$', description: 'When it runs.' },
    image: { type: 'string', default: 'registry.test/cron:1' },
    replicas: { type: 'integer', minimum: 0, maximum: 10 },
  },
};

const status = { type: 'object', properties: { replicas: { type: 'integer' } } };

const VERSION = {
  name: 'v1',
  served: true,
  storage: true,
  schema: { openAPIV3Schema: { type: 'object', properties: { spec, status } } },
  subresources: { status: {}, scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } },
  additionalPrinterColumns: [
    { name: 'Spec', type: 'string', jsonPath: '.spec.cronSpec' },
    { name: 'Replicas', type: 'integer', jsonPath: '.spec.replicas' },
    { name: 'Image', type: 'string', jsonPath: '.spec.image', priority: 1 },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ],
};

const definition = (group: string): unknown => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `crontabs.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'crontabs', singular: 'crontab', kind: 'CronTab', shortNames: ['ct'], categories: ['all'] },
    versions: [VERSION],
  },
});

const cronTab = (group: string, more: object = {}): unknown => ({
  apiVersion: `${group}/v1`,
  kind: 'CronTab',
  metadata: { name: 'nightly' },
  spec: { cronSpec: '0 3 * * *', replicas: 1, ...more },
});

const LIFE = 'life.test.example';
const NIGHTLY = `/apis/${LIFE}/v1/namespaces/:namespace/crontabs/nightly`;

const LIFE_OF_ONE: readonly Step[] = [
  ['kubectl create -f -', input(definition(LIFE)), /crontabs.life.test.example created\n$/],
  ['kubectl wait --for=condition=established crd/crontabs.life.test.example', /condition met\n$/],
  ['kubectl get crd crontabs.life.test.example', /^NAME +CREATED AT\ncrontabs\.life\.test\.example +\d{4}-/],
  ['kubectl api-resources --api-group=life.test.example', /\ncrontabs +ct +life\.test\.example\/v1 +true +CronTab\n/],
  ['kubectl explain ct.spec.cronSpec', /FIELD: cronSpec <string>\n[\s\S]*When it runs\./],
  ['kubectl apply -f -', input(cronTab(LIFE)), 'crontab.life.test.example/nightly created'],
  ['kubectl apply -f -', input(cronTab(LIFE)), 'crontab.life.test.example/nightly unchanged'],
  ['kubectl apply -f -', input(cronTab(LIFE, { replicas: 2 })), 'crontab.life.test.example/nightly configured'],
  ['kubectl diff -f -', input(cronTab(LIFE, { replicas: 3 })), /^- {2}replicas: 2\n\+ {2}replicas: 3$/m, fails(/^$/)],
  ['kubectl get ct', /^NAME +SPEC +REPLICAS +AGE\nnightly +0 3 \* \* \* +2 +\d+s\n$/],
  ['kubectl get crontabs -o wide', /REPLICAS +IMAGE +AGE\nnightly .* registry\.test\/cron:1 /],
  ['kubectl get all', /crontab.life.test.example\/nightly /],
  ['kubectl describe ct nightly', /Kind: +CronTab\n/, /Cron Spec: +0 3 \* \* \*\n/],
  ['kubectl label ct nightly tier=night', 'crontab.life.test.example/nightly labeled'],
  ['kubectl scale ct/nightly --replicas=5', 'crontab.life.test.example/nightly scaled'],
  [
    `kubectl patch ct nightly --subresource=status --type=merge -p '{"status":{"replicas":5}}'`,
    'crontab.life.test.example/nightly patched',
    stored(NIGHTLY, { metadata: { labels: { tier: 'night' } }, spec: { replicas: 5 }, status: { replicas: 5 } }),
  ],
  ['kubectl delete ct nightly', /^crontab.life.test.example "nightly" deleted\b/],
  ['kubectl create -f -', input(cronTab(LIFE)), /created/],
  ['kubectl delete crd crontabs.life.test.example', /deleted\n$/],
  // kubectl may still remember the resource, the server does not.
  ['kubectl get ct', fails(/could not find the requested resource|doesn't have a resource type/)],
];

const MISTAKES_GROUP = 'mistakes.test.example';

const MISTAKES: readonly Step[] = [
  ['kubectl create -f -', input(definition(MISTAKES_GROUP)), /created/],
  ['kubectl wait --for=condition=established crd/crontabs.mistakes.test.example', /met/],
  [
    'kubectl create -f -',
    input(cronTab(MISTAKES_GROUP, { cronSpec: 'never', replicas: 11 })),
    fails(
      /^The CronTab "nightly" is invalid: \n\* spec.cronSpec: Invalid value: "never": spec.cronSpec in body should match '.*'\n\* spec.replicas: Invalid value: 11: spec.replicas in body should be less than or equal to 10\n$/,
    ),
  ],
  [
    'kubectl create -f -',
    input(cronTab(MISTAKES_GROUP, { replicas: 'two' })),
    fails('spec.replicas: Invalid value: "string": spec.replicas in body must be of type integer: "string"'),
  ],
  [
    'kubectl create -f -',
    input(cronTab(MISTAKES_GROUP, { colour: 'red' })),
    fails('CronTab in version "v1" cannot be handled as a CronTab: strict decoding error: unknown field "spec.colour"'),
  ],
  [
    'kubectl create -f -',
    input(cronTab(MISTAKES_GROUP, { cronSpec: undefined })),
    fails('spec.cronSpec: Required value'),
  ],
  [
    'kubectl create -f -',
    input({ ...Object(definition('bad.test.example')), metadata: { name: 'wrong.bad.test.example' } }),
    fails('metadata.name: Invalid value: "wrong.bad.test.example": must be spec.names.plural+"."+spec.group'),
  ],
];

describeKubectl('custom resources', { 'life of one': LIFE_OF_ONE, mistakes: MISTAKES });
