import { expect } from 'vitest';
import {
  describeKubectl,
  fails,
  input,
  type KubectlShell,
  type Step,
  stored,
  warns,
} from '../test-support/kubectl-suite.ts';
import { configMap, deployment, pod } from '../test-support/test-api.ts';

const held = (name: string): unknown => configMap(name, { metadata: { finalizers: ['test.example/held'] } });
const labelled = (name: string): unknown => configMap(name, { metadata: { labels: { tier: 'front' } } });

const CHOICES: readonly Step[] = [
  ['kubectl create -f -', input(configMap('a'), configMap('b'), labelled('c'), labelled('d'), configMap('e')), /./],
  ['kubectl delete configmap a', /^configmap "a" deleted\b.*\n$/],
  ['kubectl delete configmap a', fails('Error from server (NotFound): configmaps "a" not found')],
  ['kubectl delete configmap a --ignore-not-found', ''],
  ['kubectl delete cm/b --dry-run=server', /^configmap "b" deleted\b.* \(server dry run\)\n$/],
  ['kubectl delete -f -', input(configMap('b')), /^configmap "b" deleted\b/],
  ['kubectl delete cm -l tier=front', /^configmap "c" deleted\b.*\nconfigmap "d" deleted\b.*\n$/],
  ['kubectl delete cm --all', /^configmap "e" deleted\b/],
  ['kubectl get cm -o name', ''],
];

const PODS: readonly Step[] = [
  ['kubectl create -f -', input(pod('soon', { nodeName: 'n' }), pod('now', { nodeName: 'n' }), pod('unplaced')), /./],
  ['kubectl delete pod unplaced', /^pod "unplaced" deleted\b/],
  [
    'kubectl delete pod soon --wait=false',
    /^pod "soon" deleted\b/,
    stored('/api/v1/namespaces/:namespace/pods/soon', { metadata: { deletionGracePeriodSeconds: 30 } }),
  ],
  ['kubectl get pod soon', /^NAME .*\nsoon +0\/1 +Terminating +0 /],
  [
    'kubectl delete pod now --grace-period=0 --force',
    /^pod "now" force deleted\b/,
    warns('Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated'),
  ],
];

/** What owns nothing goes at once; the rest is a controller's work, and the server asks for it. */
const CASCADES: readonly Step[] = [
  ['kubectl create -f -', input(deployment('one'), deployment('two'), deployment('three')), /./],
  ['kubectl delete deployment one', /^deployment.apps "one" deleted\b/],
  ['kubectl delete deployment two --cascade=orphan --wait=false', /^deployment.apps "two" deleted\b/],
  ["kubectl get deployment two -o jsonpath='{.metadata.finalizers}'", '["orphan"]'],
  ['kubectl delete deployment three --cascade=foreground --wait=false', /^deployment.apps "three" deleted\b/],
  ["kubectl get deployment three -o jsonpath='{.metadata.finalizers}'", '["foregroundDeletion"]'],
];

async function waitForFinalizer(shell: KubectlShell): Promise<void> {
  const watching = shell.target.watched('configmaps');
  const deleting = shell.run('kubectl delete configmap held');
  await watching;
  const url = `/api/v1/namespaces/${shell.namespace}/configmaps/held`;
  expect((await shell.target.api.get(url)).metadata.deletionTimestamp).toBeDefined();
  await shell.target.api.patch(url, { metadata: { finalizers: null } });
  expect(await deleting).toMatchObject({ code: 0, stdout: expect.stringMatching(/^configmap "held" deleted\b/) });
}

const WAITING: readonly Step[] = [
  ['kubectl create -f -', input(held('held')), 'configmap/held created'],
  waitForFinalizer,
  ['kubectl get configmap held', fails('configmaps "held" not found')],
];

const NAMESPACES: readonly Step[] = [
  ['kubectl create namespace short-lived', 'namespace/short-lived created'],
  ['kubectl create configmap inside -n short-lived', 'configmap/inside created'],
  ['kubectl delete namespace short-lived', /^namespace "short-lived" deleted\n$/],
  ['kubectl get namespace short-lived', fails('Error from server (NotFound): namespaces "short-lived" not found')],
  [
    'kubectl delete namespace default',
    fails('Error from server (Forbidden): namespaces "default" is forbidden: this namespace may not be deleted'),
  ],
];

describeKubectl('delete', {
  choices: CHOICES,
  pods: PODS,
  cascades: CASCADES,
  'waiting until it is gone': WAITING,
  namespaces: NAMESPACES,
});
