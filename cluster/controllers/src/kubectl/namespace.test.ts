import { describeKubectlOnCluster, fails, input, shows } from '@kubemin/testing/kubectl';
import { cronJob, deployment, job, statefulSet } from '../test-support/workload.ts';

const LONG = { annotations: { 'kubemin.io/simulate-run-duration': '1h' } };

describeKubectlOnCluster('ends namespaces', {
  'with all that works in them': [
    ['kubectl create namespace shop', 'namespace/shop created'],
    shows('kubectl get serviceaccounts -n shop -o name', 'serviceaccount/default'),
    [
      'kubectl apply -n shop -f -',
      input(deployment('web', 3), statefulSet('db', 2), job('sums', LONG), cronJob('nightly')),
      /created/,
    ],
    ['kubectl rollout status -n shop deployment/web', /successfully rolled out/],
    ['kubectl rollout status -n shop statefulset/db', /partitioned roll out complete/],
    ["kubectl wait -n shop --for=jsonpath='{.status.ready}'=1 job/sums", /condition met/],
    ['kubectl delete namespace shop', 'namespace "shop" deleted'],
    ['kubectl get namespace shop', fails('namespaces "shop" not found')],
    ['kubectl get all,pvc,cm,sa,secret -n shop', fails('No resources found in shop namespace.', 0)],
    shows('kubectl get pv -o jsonpath="{.items[?(@.spec.claimRef.namespace==\'shop\')].metadata.name}"', ''),
    ['kubectl create namespace shop', 'namespace/shop created'],
    ['kubectl delete namespace shop', 'namespace "shop" deleted'],
  ],
  'and shows what keeps one': [
    ['kubectl create namespace stuck', 'namespace/stuck created'],
    [
      'kubectl apply -f -',
      input({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'held', namespace: 'stuck', finalizers: ['example.test/hold'] },
      }),
      'configmap/held created',
    ],
    ['kubectl delete namespace stuck --wait=false', 'namespace "stuck" deleted'],
    ['kubectl get namespace stuck', /\nstuck +Terminating /],
    [
      'kubectl create configmap late -n stuck',
      fails(
        'configmaps "late" is forbidden: unable to create new content in namespace stuck because it is being terminated',
      ),
    ],
    shows(
      'kubectl describe namespace stuck',
      /NamespaceContentRemaining +True .*Some resources are remaining: configmaps. has 1 resource instances/,
      /NamespaceFinalizersRemaining +True .*Some content in the namespace has finalizers remaining: example.test\/hold in 1 resource instances/,
    ),
    [
      `kubectl patch configmap held -n stuck --type=merge -p '{"metadata":{"finalizers":null}}'`,
      'configmap/held patched',
    ],
    ['kubectl wait --for=delete namespace/stuck', /^(namespace\/stuck condition met)?$/],
  ],
});
