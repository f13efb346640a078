import { describeKubectlOnCluster, input, type Step, shows, warns } from '@kubemin/testing/kubectl';
import { deployment, type TemplateWishes } from '../test-support/workload.ts';

const applied = (wishes?: TemplateWishes): Step => [
  'kubectl apply -f -',
  input(deployment('web', 2, wishes)),
  'deployment.apps/web created',
];
const rolledOut: Step = ['kubectl rollout status deployment/web', /successfully rolled out\n$/];
const running = (wishes?: TemplateWishes): readonly Step[] => [applied(wishes), rolledOut];

const slowToStop = (time: string): TemplateWishes => ({ annotations: { 'kubemin.io/simulate-stop-delay': time } });

const owners = (kind: string, expected: string): Step => [
  `kubectl get ${kind} -l app=web -o jsonpath='{.items[*].metadata.ownerReferences[*].kind}'`,
  expected,
];

const BOTH_RUN = /^(web-\w+-\w+ +1\/1 +Running .*\n){2}$/;
const TERMINATING = `kubectl get pods --no-headers | awk '/Terminating/ {print "pod/" $1}'`;

describeKubectlOnCluster('deletes', {
  'a Deployment and behind it what it made': [
    ...running(),
    ['kubectl delete deployment web --cascade=background', 'deployment.apps "web" deleted'],
    shows('kubectl get replicasets,pods -o name', ''),
  ],
  'what a Deployment made before the Deployment': [
    ...running(slowToStop('4s')),
    ['kubectl delete deployment web --cascade=foreground --wait=false', 'deployment.apps "web" deleted'],
    ["kubectl get deployment web -o jsonpath='{.metadata.finalizers}'", '["foregroundDeletion"]'],
    ['kubectl wait --for=delete deployment/web', /^(deployment.apps\/web condition met\n)?$/],
    ['kubectl get replicasets,pods -o name', ''],
  ],
  'a Deployment alone and has what is left adopted by the next': [
    ...running(),
    ['kubectl get pods -o name > $TMPDIR/before', ''],
    owners('replicasets', 'Deployment'),
    ['kubectl delete deployment web --cascade=orphan', 'deployment.apps "web" deleted'],
    owners('replicasets', ''),
    owners('pods', 'ReplicaSet ReplicaSet'),
    ['kubectl delete replicaset -l app=web --cascade=orphan', /^replicaset.apps "web-\w+" deleted/],
    owners('pods', ''),
    ['kubectl get pods --no-headers', BOTH_RUN],
    applied(),
    rolledOut,
    owners('pods', 'ReplicaSet ReplicaSet'),
    ['kubectl get pods -o name | diff $TMPDIR/before -', ''],
  ],
  'pods that take their time by force': [
    ...running(slowToStop('1h')),
    ['kubectl delete pod -l app=web --wait=false --grace-period=3600', /^(pod "web-\w+-\w+" deleted.*\n){2}$/],
    // Those that go no longer count.
    shows('kubectl get pods --no-headers', /^((.+Terminating.+\n)|(.+ 1\/1 +Running .+\n)){4}$/),
    [
      `kubectl delete --force --grace-period=0 $(${TERMINATING})`,
      warns('Immediate deletion does not wait for confirmation'),
      /^(pod "web-\w+-\w+" force deleted.*\n){2}$/,
    ],
    ['kubectl get pods --no-headers', BOTH_RUN],
  ],
});
