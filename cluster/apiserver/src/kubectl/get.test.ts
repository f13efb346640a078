import { expect } from 'vitest';
import { describeKubectl, fails, input, type KubectlShell, type Step, warns } from '../test-support/kubectl-suite.ts';
import { configMap, deployment, pod } from '../test-support/test-api.ts';

const labelled = (name: string, tier: string, value: string): unknown =>
  configMap(name, { metadata: { labels: { tier } }, data: { value } });

const GIVEN: Step = [
  'kubectl create -f -',
  input(labelled('a', 'front', '2'), labelled('b', 'back', '1'), configMap('c')),
  /created/,
];

const FORMS: readonly Step[] = [
  GIVEN,
  ['kubectl get configmaps', /^NAME +DATA +AGE\na +1 +\d+s\nb +1 +\d+s\nc +0 +\d+s\n$/],
  ['kubectl get cm a -o wide --no-headers', /^a +1 +\d+s\n$/],
  ['kubectl get cm a b --show-labels -L tier', /^NAME +DATA +AGE +TIER +LABELS\na +1 +\S+ +front +tier=front\nb/],
  ["kubectl get cm a -o json | tr -d ' \\n'", /^\{"apiVersion":"v1","data":\{"value":"2"\},"kind":"ConfigMap",/],
  ['kubectl get cm a -o yaml', /^apiVersion: v1\ndata:\n {2}value: "2"\nkind: ConfigMap\nmetadata:\n {2}creationT/],
  ["kubectl get cm -o jsonpath='{.items[*].data.value}'", '2 1'],
  ["kubectl get cm -o go-template='{{range .items}}{{.metadata.name}} {{end}}'", 'a b c'],
  ['kubectl get cm -o custom-columns=N:.metadata.name,V:.data.value', /^N +V\na +2\nb +1\nc +<none>\n$/],
  ['kubectl get cm -o name', 'configmap/a\nconfigmap/b\nconfigmap/c'],
  ['kubectl get cm/a secrets -o name', fails('there is no need to specify a resource type as a separate argument')],
  [
    'kubectl get cm,sa',
    /^NAME +DATA +AGE\nconfigmap\/a +1 .*\n[\s\S]*\n\nNAME +(SECRETS +)?AGE\nserviceaccount\/default /,
  ],
  ['kubectl get --raw /api/v1/namespaces/forms/configmaps/c', /"name":"c"/],
];

const CHOICES: readonly Step[] = [
  GIVEN,
  ['kubectl get cm -l tier=front -o name', 'configmap/a'],
  ["kubectl get cm -l 'tier in (front,back),tier!=front' -o name", 'configmap/b'],
  ["kubectl get cm -l '!tier' -o name", 'configmap/c'],
  ['kubectl get cm -l tier=none', '', warns('No resources found in choices namespace.')],
  ['kubectl get cm --field-selector metadata.name!=a -o name', 'configmap/b\nconfigmap/c'],
  [
    'kubectl get cm --field-selector data.value=1',
    fails(
      'Error from server (BadRequest): Unable to find "/v1, Resource=configmaps" that match label selector "", field selector "data.value=1": "data.value" is not a known field selector: only "metadata.name", "metadata.namespace"',
    ),
  ],
  ['kubectl get cm --sort-by=.data.value -o name', 'configmap/c\nconfigmap/b\nconfigmap/a'],
  ['kubectl get cm --sort-by={.data.value}', /^NAME +DATA +AGE\nc .*\nb .*\na /],
  ['kubectl get cm --chunk-size=1 -o name', 'configmap/a\nconfigmap/b\nconfigmap/c'],
  ['kubectl get cm -A --chunk-size=2', /^NAMESPACE +NAME +DATA +AGE\n[\s\S]*choices +a .*\nchoices +b .*\nchoices +c /],
  ['kubectl get cm a nope', /^NAME +DATA +AGE\na /, fails('Error from server (NotFound): configmaps "nope" not found')],
  ['kubectl get cm nope --ignore-not-found', ''],
  ['kubectl get unicorns', fails(`error: the server doesn't have a resource type "unicorns"`)],
];

const WORKLOADS: readonly Step[] = [
  ['kubectl create -f -', input(deployment('web', { replicas: 3 }), pod('one')), /created/],
  ['kubectl get deploy', /^NAME +READY +UP-TO-DATE +AVAILABLE +AGE\nweb +0\/3 +0 +0 +\d+s\n$/],
  ['kubectl get deploy -o wide', /AGE +CONTAINERS +IMAGES +SELECTOR\nweb .* main +registry\.test\/app:1 +app=web\n$/],
  ['kubectl get deployments.v1.apps web -o name', 'deployment.apps/web'],
  ['kubectl get deploy web --subresource=status', /^NAME +READY/],
  ['kubectl get deploy web --subresource=scale', /^NAME +DESIRED +AVAILABLE +AGE\nweb +3 +0 +\d+s\n$/],
  [
    'kubectl get po --field-selector status.phase=Pending,spec.nodeName=',
    /^NAME +READY +STATUS +RESTARTS +AGE\none +0\/1 +Pending +0 /,
  ],
  ['kubectl get po --field-selector status.phase=Running', '', warns('No resources found in workloads namespace.')],
  ['kubectl get po --field-selector spec.colour=red', fails('field label not supported: spec.colour')],
  ['kubectl get all', /^NAME +READY[\s\S]*\npod\/one [\s\S]*\ndeployment.apps\/web /],
  ['kubectl create service nodeport web --tcp=80', /created/],
  ['kubectl get svc', /\nweb +NodePort +10\.96\.\d+\.\d+ +<none> +80:3\d{4}\/TCP /],
];

async function watchNames(shell: KubectlShell): Promise<void> {
  const watching = shell.start('kubectl get cm -w -o name');
  expect(await watching.line()).toBe('configmap/a');
  expect(await watching.line()).toBe('configmap/b');
  expect(await watching.line()).toBe('configmap/c');
  await shell.target.api.create(`/api/v1/namespaces/${shell.namespace}/configmaps`, configMap('d'));
  expect(await watching.line()).toBe('configmap/d');
  await watching.stop();
}

async function watchTable(shell: KubectlShell): Promise<void> {
  const begun = shell.target.watched('configmaps');
  const watching = shell.start('kubectl get cm -w -l tier=front --output-watch-events');
  expect(await watching.line()).toMatch(/^EVENT +NAME +DATA +AGE$/);
  expect(await watching.line()).toMatch(/^ADDED +a +1 /);
  await begun;
  const url = `/api/v1/namespaces/${shell.namespace}/configmaps`;
  await shell.target.api.patch(`${url}/b`, { metadata: { labels: { tier: 'front' } } });
  expect(await watching.line()).toMatch(/^ADDED +b +1 /);
  await shell.target.api.patch(`${url}/a`, { data: { more: '1' } });
  expect(await watching.line()).toMatch(/^MODIFIED +a +2 /);
  await shell.target.api.ok('DELETE', `${url}/b`);
  expect(await watching.line()).toMatch(/^DELETED +b +1 /);
  await watching.stop();
}

describeKubectl('get', {
  forms: FORMS,
  choices: CHOICES,
  workloads: WORKLOADS,
  'names as they come': [GIVEN, watchNames],
  'rows as they change': [GIVEN, watchTable],
});
