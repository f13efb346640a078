import { describeKubectlOnCluster, fails, input, type Step, shows } from '@kubemin/testing/kubectl';
import { deployment, replicaSet } from '../test-support/workload.ts';

const rolledOut: Step = ['kubectl rollout status deployment/web', /successfully rolled out\n$/];

describeKubectlOnCluster('scales', {
  'a Deployment up, down and to nothing': [
    ['kubectl apply -f -', input(deployment('web', 2)), 'deployment.apps/web created'],
    rolledOut,
    ['kubectl scale deployment/web --replicas=6', 'deployment.apps/web scaled'],
    rolledOut,
    ['kubectl get deployment web', /\nweb +6\/6 +6 +6 +/],
    // Three nodes share them evenly.
    [
      "kubectl get pods -o jsonpath='{range .items[*]}{.spec.nodeName}{\"\\n\"}{end}' | sort | uniq -c | awk '{print $1}' | xargs",
      '2 2 2',
    ],
    ['kubectl scale deployment/web --current-replicas=5 --replicas=1', fails('Expected replicas to be 5, was 6')],
    ['kubectl scale deployment/web --replicas=1', 'deployment.apps/web scaled'],
    shows('kubectl get pods --no-headers', /^web-\w+-\w+ +1\/1 +Running .*\n$/),
    ['kubectl scale deployment/web --replicas=0', 'deployment.apps/web scaled'],
    ['kubectl wait --for=delete pod -l app=web', /^(pod\/web-\w+-\w+ condition met)?\n?$/],
    ['kubectl get deployment web', /\nweb +0\/0 +0 +0 +/],
  ],
  'a ReplicaSet that replaces what is deleted': [
    ['kubectl apply -f -', input(replicaSet('web', 2)), 'replicaset.apps/web created'],
    ["kubectl wait --for=jsonpath='{.status.readyReplicas}'=2 rs/web", 'replicaset.apps/web condition met'],
    ['kubectl delete $(kubectl get pods -o name | head -1)', /^pod "web-\w+" deleted/],
    shows('kubectl get pods --no-headers', /^(web-\w+ +1\/1 +Running .*\n){2}$/),
    ['kubectl get rs web', /\nweb +2 +2 +2 +/],
    // A pod that no longer matches is let go and replaced, and runs on.
    ['kubectl label $(kubectl get pods -o name | head -1) app=other --overwrite', /labeled/],
    shows('kubectl get pods -l app=web --no-headers', /^(web-\w+ +1\/1 +Running .*\n){2}$/),
    [
      "kubectl get pods -l app=other -o jsonpath='{.items[*].metadata.ownerReferences}{.items[*].status.phase}'",
      'Running',
    ],
  ],
});
