import { describeKubectl, fails, input, type KubectlShell, type Step, warns } from '../test-support/kubectl-suite.ts';
import { configMap, deployment, pod } from '../test-support/test-api.ts';

/** kubectl looks for the events of this very pod, not of its name. */
async function happen(shell: KubectlShell): Promise<void> {
  const url = `/api/v1/namespaces/${shell.namespace}`;
  const { metadata } = await shell.target.api.get(`${url}/pods/one`);
  await shell.target.api.create(`${url}/events`, {
    metadata: { name: 'one.1' },
    involvedObject: { apiVersion: 'v1', kind: 'Pod', name: 'one', namespace: shell.namespace, uid: metadata.uid },
    reason: 'Pulled',
    message: 'Container image already present',
    type: 'Normal',
    count: 3,
    source: { component: 'kubelet' },
  });
}

const CLAIM = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'disk' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
};

const STATEFUL_SET = {
  ...Object(deployment('db', { serviceName: 'db' })),
  kind: 'StatefulSet',
};

const KINDS: readonly Step[] = [
  ['kubectl create -f -', input(deployment('web'), STATEFUL_SET, pod('one'), CLAIM, configMap('settings')), /created/],
  ['kubectl describe deployment web', /StrategyType: +RollingUpdate\n/, /RollingUpdateStrategy: +25% max unavailable/],
  ['kubectl describe statefulset db', /Update Strategy: +RollingUpdate\n/],
  ['kubectl describe pod one', /Status: +Pending\n/, /Service Account: +default\n/, /kube-api-access-\w{5} \(ro\)/],
  ['kubectl describe pvc disk', /Access Modes: +\n/, /Used By: +<none>\n/],
  ['kubectl describe configmap settings', /^Name: +settings\nNamespace: +kinds\n/, /BinaryData\n====\n/],
  ['kubectl describe namespace kinds', /Status: +Active\n/, /No resource quota.\n/],
  ['kubectl create secret generic login --from-literal=user=admin', /created/],
  ['kubectl describe secret login', /Type: +Opaque\n/, /user: +5 bytes/],
  ['kubectl create service clusterip web --tcp=80', /created/],
  ['kubectl describe service web', /Type: +ClusterIP\n/, /IP: +10\.96\.\d+\.\d+\n/, /Endpoints: +\n|<none>/],
  ['kubectl create ingress web --rule=web.test/*=web:80', /created/],
  ['kubectl describe ingress web', /web\.test +\n/, /web:80 \(/],
  ['kubectl create job once --image=registry.test/job:1', /created/],
  ['kubectl describe job once', /Completions: +1\n/],
  ['kubectl create cronjob nightly --image=registry.test/job:1 --schedule=@daily', /created/],
  ['kubectl describe cronjob nightly', /Schedule: +@daily\n/, /Concurrency Policy: +Allow\n/],
  ['kubectl autoscale deployment web --max=3 --cpu-percent=50', /autoscaled/],
  ['kubectl describe hpa web', /Reference: +Deployment\/web\n/, /<unknown> \/ 50%\n/],
  ['kubectl create role reader --verb=get --resource=pods', /created/],
  ['kubectl describe role reader', /pods +\[\] +\[\] +\[get\]\n/],
  ['kubectl create quota small --hard=pods=30', /created/],
  ['kubectl describe quota small', /^Name: +small\n/],
  ['kubectl describe serviceaccount default', /Image pull secrets: +<none>\n/],
  ['kubectl describe deployment nope', fails('Error from server (NotFound): deployments.apps "nope" not found')],
];

const EVENTS: readonly Step[] = [
  ['kubectl create -f -', input(pod('one')), 'pod/one created'],
  happen,
  [
    'kubectl describe pod one',
    /Events:\n +Type +Reason +Age +From +Message\n[\s\S]*Normal +Pulled +.* kubelet +Container/,
  ],
  ['kubectl get events', /^LAST SEEN +TYPE +REASON +OBJECT +MESSAGE\n\S+ +Normal +Pulled +pod\/one +Container image/],
  ['kubectl get events --field-selector involvedObject.name=one,type=Normal -o name', 'event/one.1'],
  ['kubectl get events.events.k8s.io -o name', 'event.events.k8s.io/one.1'],
  ['kubectl events --for pod/one', /TYPE +REASON +OBJECT +MESSAGE\n.* Normal +Pulled +Pod\/one /],
  ['kubectl events --types=Warning', warns('No events found in events namespace.')],
];

describeKubectl('describe', { kinds: KINDS, events: EVENTS });
