import { describeKubectlOnCluster, fails, input, shows } from '@kubemin/testing/kubectl';
import { pod } from '../test-support/workload.ts';

const claim = (name: string, spec: object): unknown => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
});

const volume = (name: string, disk: string, storage: string): unknown => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name, labels: { disk } },
  spec: {
    capacity: { storage },
    accessModes: ['ReadWriteOnce'],
    storageClassName: '',
    persistentVolumeReclaimPolicy: 'Retain',
    hostPath: { path: `/data/${name}` },
  },
});

function user(name: string, claimName: string): unknown {
  const { spec, ...head } = pod(name);
  return { ...head, spec: { ...spec, volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }] } };
}

const bound = (name: string): readonly [string, string] => [
  `kubectl wait --for=jsonpath='{.status.phase}'=Bound pvc/${name}`,
  `persistentvolumeclaim/${name} condition met`,
];

describeKubectlOnCluster(
  'binds claims',
  {
    'to volumes that are there by their labels': [
      [
        'kubectl apply -f -',
        input(volume('slow-10', 'hdd', '10Gi'), volume('fast-20', 'ssd', '20Gi'), volume('fast-5', 'ssd', '5Gi')),
        /created/,
      ],
      ['kubectl wait --for=jsonpath={.status.phase}=Available pv/slow-10 pv/fast-20 pv/fast-5', /condition met/],
      [
        'kubectl apply -f -',
        input(claim('fast', { storageClassName: '', selector: { matchLabels: { disk: 'ssd' } } })),
        /created/,
      ],
      bound('fast'),
      // The smallest that fits, and as large as it is.
      ['kubectl get pvc fast', /\nfast +Bound +fast-5 +5Gi +RWO +/],
      ['kubectl get pv fast-5', /\nfast-5 +5Gi +RWO +Retain +Bound +to-volumes-that-are-there-by-their-labels\/fast /],
      ['kubectl get pv fast-20 slow-10 --no-headers', /^fast-20 .* Available .*\nslow-10 .* Available .*\n$/],
      [
        'kubectl apply -f -',
        input(claim('none', { storageClassName: '', selector: { matchLabels: { disk: 'tape' } } })),
        /created/,
      ],
      shows(
        'kubectl describe pvc none',
        /FailedBinding .*no persistent volumes available for this claim and no storage class is set/,
      ),
      ['kubectl get pvc none', /\nnone +Pending /],
      ['kubectl delete pvc fast none', /deleted/],
      shows('kubectl get pv fast-5', /\nfast-5 +5Gi +RWO +Retain +Released +/),
      ['kubectl delete pv fast-5 fast-20 slow-10', /deleted/],
      ['kubectl get pv fast-5', fails('persistentvolumes "fast-5" not found')],
    ],
    'to volumes that are made for them': [
      ['kubectl get storageclass', /\nstandard \(default\) +kubemin.io\/simulated-storage +Delete +Immediate +true /],
      ['kubectl apply -f -', input(claim('data', {}), user('user', 'data')), /created/],
      bound('data'),
      ['kubectl get pvc data', /\ndata +Bound +pvc-[\w-]+ +1Gi +RWO +standard /],
      ['kubectl wait --for=condition=Ready pod/user', 'pod/user condition met'],
      shows('kubectl describe pvc data', /ProvisioningSucceeded/, /Used By: +user\n/),
      // It is in use: it stays until the pod goes.
      ['kubectl delete pvc data --wait=false', /deleted/],
      ['kubectl get pvc data', /\ndata +Terminating /],
      ['kubectl delete pod user', /deleted/],
      ['kubectl wait --for=delete pvc/data', /^(persistentvolumeclaim\/data condition met\n)?$/],
      shows(`kubectl get pv -o jsonpath='{.items[?(@.spec.claimRef.name=="data")].metadata.name}'`, ''),
    ],
    'when the first pod comes': [
      ['kubectl apply -f -', input(claim('late', { storageClassName: 'local-path' })), /created/],
      shows(
        'kubectl describe pvc late',
        /WaitForFirstConsumer .*waiting for first consumer to be created before binding/,
      ),
      ['kubectl get pvc late', /\nlate +Pending /],
      ['kubectl apply -f -', input(user('first', 'late')), 'pod/first created'],
      ['kubectl wait --for=condition=Ready pod/first', 'pod/first condition met'],
      ['kubectl get pvc late', /\nlate +Bound +pvc-[\w-]+ +1Gi +RWO +local-path /],
      // Its pods must run where it is.
      ['kubectl apply -f -', input(user('second', 'late'), user('third', 'late')), /created/],
      ['kubectl wait --for=condition=Ready pod/second pod/third', /condition met/],
      ['kubectl get pods -o jsonpath=\'{range .items[*]}{.spec.nodeName}{"\\n"}{end}\' | sort -u | wc -l', '1'],
    ],
    'not at all while they are missing or ask too much': [
      ['kubectl apply -f -', input(user('alone', 'nowhere')), 'pod/alone created'],
      shows('kubectl describe pod alone', /FailedScheduling .*persistentvolumeclaim "nowhere" not found/),
      ['kubectl get pod alone', /\nalone +0\/1 +Pending /],
      ['kubectl apply -f -', input(claim('nowhere', {})), /created/],
      ['kubectl wait --for=condition=Ready pod/alone', 'pod/alone condition met'],
    ],
    'again larger': [
      ['kubectl apply -f -', input(claim('data', {})), /created/],
      bound('data'),
      [`kubectl patch pvc data -p '{"spec":{"resources":{"requests":{"storage":"3Gi"}}}}'`, /patched/],
      shows('kubectl get pvc data', /\ndata +Bound +pvc-[\w-]+ +3Gi /),
      [
        `kubectl patch pvc data -p '{"spec":{"resources":{"requests":{"storage":"2Gi"}}}}'`,
        fails(/field can not be less than/),
      ],
    ],
  },
  { builtin: { storage: { localPath: { root: '/var/lib/volumes' } } } },
);
