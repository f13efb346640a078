import { describeKubectlOnCluster, fails, input, type Step, shows } from '@kubemin/testing/kubectl';
import { deployment, replicaSet, template } from '../test-support/workload.ts';

const replicationController = {
  apiVersion: 'v1',
  kind: 'ReplicationController',
  metadata: { name: 'web' },
  spec: { replicas: 2, selector: { app: 'web' }, template: template('web') },
};

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
  'a ReplicationController that is deleted without its pods first': [
    ['kubectl create -f -', input(replicationController), 'replicationcontroller/web created'],
    shows('kubectl get rc web --no-headers', /^web +2 +2 +2 +/),
    ['kubectl scale rc/web --replicas=3', 'replicationcontroller/web scaled'],
    shows('kubectl get rc web --no-headers', /^web +3 +3 +3 +/),
    shows('kubectl get pods --no-headers', /^(web-\w{5} +1\/1 +Running .*\n){3}$/),
    ['kubectl scale rc/web --replicas=1', 'replicationcontroller/web scaled'],
    shows('kubectl get pods --no-headers', /^web-\w{5} +1\/1 +Running .*\n$/),
    ['kubectl delete rc web --cascade=orphan', /^replicationcontroller "web" deleted/],
    shows('kubectl get pods --no-headers', /^web-\w{5} +1\/1 +Running .*\n$/),
    // The same again adopts the pod that is left.
    ['kubectl create -f -', input(replicationController), 'replicationcontroller/web created'],
    shows('kubectl get rc web --no-headers', /^web +2 +2 +2 +/),
    ['kubectl describe rc web', /Pods Status: +2 Running/],
    ['kubectl delete rc web', /^replicationcontroller "web" deleted/],
    shows('kubectl get pods -o name', /^\n?$/),
  ],
});
