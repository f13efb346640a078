import { describeKubectlOnCluster, input, shows } from '@kubemin/testing/kubectl';
import { pod } from '../test-support/workload.ts';

function podWith(name: string, spec: object, annotations: Record<string, string> = {}): unknown {
  const { metadata, spec: usual, ...head } = pod(name);
  return { ...head, metadata: { ...metadata, annotations }, spec: { ...usual, ...spec } };
}

const container = (more: object) => [{ name: 'main', image: 'shop:1', ...more }];
const inits = [
  { name: 'fetch', image: 'init:1' },
  { name: 'migrate', image: 'init:1' },
];

describeKubectlOnCluster('watches pods', {
  'wait for the configuration they name': [
    [
      'kubectl apply -f -',
      input(
        podWith('env', { containers: container({ envFrom: [{ configMapRef: { name: 'settings' } }] }) }),
        podWith('volume', { volumes: [{ name: 'keys', secret: { secretName: 'tls' } }] }),
      ),
      /created/,
    ],
    shows('kubectl get pod env', /\nenv +0\/1 +CreateContainerConfigError +0 /),
    shows('kubectl describe pod env', /Failed .*Error: configmap "settings" not found/),
    shows('kubectl get pod volume', /\nvolume +0\/1 +ContainerCreating +0 /),
    shows(
      'kubectl describe pod volume',
      /FailedMount .*MountVolume.SetUp failed for volume "keys" : secret "tls" not found/,
    ),
    ['kubectl create configmap settings --from-literal=a=b', 'configmap/settings created'],
    ['kubectl create secret generic tls --from-literal=key=x', 'secret/tls created'],
    ['kubectl wait --for=condition=Ready pod/env pod/volume', /condition met/],
  ],
  'be initialized, or fail at it': [
    [
      'kubectl apply -f -',
      input(
        podWith('slow', { initContainers: inits }, { 'kubemin.io/simulate-init-duration': '1h' }),
        podWith(
          'once',
          { initContainers: inits, restartPolicy: 'Never' },
          { 'kubemin.io/simulate-init-exit-code': '3' },
        ),
        podWith('again', { initContainers: inits }, { 'kubemin.io/simulate-init-exit-code': '3' }),
        podWith('beside', { initContainers: [{ name: 'proxy', image: 'proxy:1', restartPolicy: 'Always' }, ...inits] }),
      ),
      /created/,
    ],
    shows('kubectl get pod slow', /\nslow +0\/1 +Init:0\/2 +0 /),
    shows('kubectl get pod once', /\nonce +0\/1 +Init:Error +0 /),
    shows('kubectl get pod again', /\nagain +0\/1 +Init:CrashLoopBackOff +1 /),
    ["kubectl get pod once -o jsonpath='{.status.phase}'", 'Failed'],
    ['kubectl wait --for=condition=Ready pod/beside', /condition met/],
    ['kubectl get pod beside', /\nbeside +2\/2 +Running +0 /],
  ],
});
