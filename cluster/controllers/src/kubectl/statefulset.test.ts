import { describeKubectlOnCluster, input, type Step, shows } from '@kubemin/testing/kubectl';
import { podArrivals } from '../test-support/pod-arrivals.ts';
import { statefulSet } from '../test-support/workload.ts';

const complete: Step = [
  'kubectl rollout status statefulset/db',
  /partitioned roll out complete: 3 new pods have been updated\.\.\.\n$/,
];
const UP: Step = ['kubectl apply -f -', input(statefulSet('db', 3)), 'statefulset.apps/db created'];

const claims = (...numbers: readonly number[]): Step =>
  shows('kubectl get pvc -o name', numbers.map((number) => `persistentvolumeclaim/data-db-${number}`).join('\n'));

function withSpec(more: object): unknown {
  const { spec, ...head } = statefulSet('db', 3);
  return { ...head, spec: { ...spec, ...more } };
}

describeKubectlOnCluster('keeps StatefulSets', {
  'in order with storage that stays': [
    podArrivals([UP, complete], ['+db-0', '+db-1', '+db-2']),
    ['kubectl get pods --no-headers', /^db-0 +1\/1 +Running .*\ndb-1 +1\/1 +Running .*\ndb-2 +1\/1 +Running .*\n$/],
    ['kubectl get pvc --no-headers', /^(data-db-\d +Bound +pvc-[\w-]+ +1Gi +RWO +standard .*\n){3}$/],
    ['kubectl get pvc -o custom-columns=V:.spec.volumeName > $TMPDIR/volumes', ''],
    podArrivals([['kubectl scale statefulset/db --replicas=1', 'statefulset.apps/db scaled']], ['-db-2', '-db-1']),
    claims(0, 1, 2),
    podArrivals([['kubectl scale statefulset/db --replicas=3', 'statefulset.apps/db scaled']], ['+db-1', '+db-2']),
    complete,
    ['kubectl get pvc -o custom-columns=V:.spec.volumeName | diff $TMPDIR/volumes -', ''],
    ['kubectl delete statefulset db', 'statefulset.apps "db" deleted'],
    shows('kubectl get pods -o name', ''),
    claims(0, 1, 2),
  ],
  'that are updated from the last to the first and back': [
    UP,
    complete,
    podArrivals(
      [['kubectl set image statefulset/db main=shop:2', 'statefulset.apps/db image updated'], complete],
      ['-db-2', '+db-2', '-db-1', '+db-1', '-db-0', '+db-0'],
    ),
    ['kubectl rollout history statefulset/db', /REVISION +CHANGE-CAUSE\n1 +<none>\n2 +<none>\n/],
    ['kubectl rollout undo statefulset/db', 'statefulset.apps/db rolled back'],
    complete,
    ["kubectl get pods -o jsonpath='{.items[*].spec.containers[0].image}'", 'shop:1 shop:1 shop:1'],
  ],
  'up to a partition': [
    ['kubectl apply -f -', input(withSpec({ updateStrategy: { rollingUpdate: { partition: 2 } } })), /created/],
    ["kubectl wait --for=jsonpath='{.status.readyReplicas}'=3 statefulset/db", /condition met/],
    ['kubectl set image statefulset/db main=shop:2', 'statefulset.apps/db image updated'],
    ['kubectl rollout status statefulset/db', /partitioned roll out complete: 1 new pods have been updated\.\.\.\n$/],
    ["kubectl get pods -o jsonpath='{.items[*].spec.containers[0].image}'", 'shop:1 shop:1 shop:2'],
  ],
  'whose claims are deleted by policy': [
    [
      'kubectl apply -f -',
      input(withSpec({ persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete', whenDeleted: 'Delete' } })),
      'statefulset.apps/db created',
    ],
    complete,
    ['kubectl scale statefulset/db --replicas=2', 'statefulset.apps/db scaled'],
    claims(0, 1),
    ['kubectl delete statefulset db', 'statefulset.apps "db" deleted'],
    claims(),
    shows(
      `kubectl get pv -o jsonpath='{.items[?(@.spec.claimRef.namespace=="whose-claims-are-deleted-by-policy")].metadata.name}'`,
      '',
    ),
  ],
});
