import { describeKubectlOnCluster, fails, input, type Step, shows } from '@kubemin/testing/kubectl';
import { deployment } from '../test-support/workload.ts';

const rolledOut: Step = ['kubectl rollout status deployment/web', /deployment "web" successfully rolled out\n$/];

const WEB: readonly Step[] = [
  ['kubectl apply -f -', input(deployment('web', 3)), 'deployment.apps/web created'],
  rolledOut,
  ['kubectl get deployment web', /\nweb +3\/3 +3 +3 +\d+s/],
];

const images = (...expected: readonly string[]): Step =>
  shows("kubectl get pods -o jsonpath='{.items[*].spec.containers[0].image}'", expected.join(' '));

const BROKEN = {
  spec: {
    progressDeadlineSeconds: 1,
    template: { metadata: { annotations: { 'kubemin.io/simulate': 'image-pull-error' } } },
  },
};

describeKubectlOnCluster('rolls out', {
  'a new image and the one before it': [
    ...WEB,
    ['kubectl set image deployment/web main=shop:2', 'deployment.apps/web image updated'],
    rolledOut,
    images('shop:2', 'shop:2', 'shop:2'),
    ['kubectl annotate deployment/web kubernetes.io/change-cause=second', 'deployment.apps/web annotated'],
    shows(
      'kubectl rollout history deployment/web',
      /^deployment.apps\/web *\nREVISION +CHANGE-CAUSE\n1 +<none>\n2 +second\n/,
    ),
    ['kubectl rollout history deployment/web --revision=1', /revision #1\n(.*\n)*.*Image:\s+shop:1\n/],
    ['kubectl rollout undo deployment/web', 'deployment.apps/web rolled back'],
    rolledOut,
    images('shop:1', 'shop:1', 'shop:1'),
    ['kubectl rollout history deployment/web', /\n2 +second\n3 +<none>\n/],
    ['kubectl rollout undo deployment/web --to-revision=2', 'deployment.apps/web rolled back'],
    rolledOut,
    ['kubectl get replicasets -l app=web -o wide', /\nweb-\w+ +3 +3 +3 .*shop:2/, /\nweb-\w+ +0 +0 +0 .*shop:1/],
    ['kubectl rollout undo deployment/web --to-revision=9', fails('unable to find specified revision 9 in history')],
  ],
  'nothing while it is paused': [
    ...WEB,
    ['kubectl rollout pause deployment/web', 'deployment.apps/web paused'],
    ['kubectl set image deployment/web main=shop:2', 'deployment.apps/web image updated'],
    ['kubectl set resources deployment/web --requests=cpu=10m', 'deployment.apps/web resource requirements updated'],
    shows('kubectl describe deployment web', /Progressing +Unknown +DeploymentPaused/),
    [
      'kubectl rollout undo deployment/web --to-revision=1',
      fails('you cannot rollback a paused deployment; resume it first'),
    ],
    ['kubectl scale deployment/web --replicas=4', 'deployment.apps/web scaled'],
    shows('kubectl get replicasets --no-headers', /^web-\w+ +4 +4 +4 .*\n$/),
    ['kubectl rollout resume deployment/web', 'deployment.apps/web resumed'],
    rolledOut,
    images('shop:2', 'shop:2', 'shop:2', 'shop:2'),
    ["kubectl get pods -o jsonpath='{.items[0].spec.containers[0].resources.requests.cpu}'", '10m'],
    // Both changes came in one go.
    ['kubectl rollout history deployment/web', /\n1 +<none>\n2 +<none>\n\n$/],
  ],
  'what does not start until it gives up': [
    ...WEB,
    [`kubectl patch deployment web -p '${JSON.stringify(BROKEN)}'`, 'deployment.apps/web patched'],
    ['kubectl rollout status deployment/web', fails('error: deployment "web" exceeded its progress deadline')],
    shows('kubectl get deployment web', /\nweb +3\/3 +1 +3 +/),
    shows('kubectl get pods', /ImagePullBackOff/),
    // What a slow machine sees of the new ReplicaSet only now is progress once more.
    shows('kubectl describe deployment web', /Progressing +False +ProgressDeadlineExceeded/),
    // Back to a time that any machine can keep.
    [`kubectl patch deployment web -p '{"spec":{"progressDeadlineSeconds":600}}'`, 'deployment.apps/web patched'],
    ['kubectl rollout undo deployment/web', 'deployment.apps/web rolled back'],
    rolledOut,
    shows('kubectl get pods --no-headers', /^(web-\w+-\w+ +1\/1 +Running .*\n){3}$/),
  ],
  'everything again where nothing may overlap': [
    [
      'kubectl apply -f -',
      input(deployment('web', 2, { spec: { strategy: { type: 'Recreate' } } })),
      'deployment.apps/web created',
    ],
    rolledOut,
    ['kubectl rollout restart deployment/web', 'deployment.apps/web restarted'],
    rolledOut,
    shows(
      'kubectl events --for deployment/web',
      /Scaled down replica set web-\w+ from 2 to 0/,
      /Scaled up replica set web-\w+ from 0 to 2/,
    ),
  ],
});
