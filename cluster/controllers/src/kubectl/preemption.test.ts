import { describeKubectlOnCluster, input, type Step, shows } from '@kubemin/testing/kubectl';
import { deployment, pod } from '../test-support/workload.ts';

const priority = (name: string, value: number, more: object = {}): unknown => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name },
  value,
  ...more,
});

function urgent(name: string, cpu: string, priorityClassName: string): unknown {
  const { spec, ...head } = pod(name, { requests: { cpu } });
  return { ...head, spec: { ...spec, priorityClassName } };
}

/** Three nodes of eight processors: six of these leave three to each. */
const FILL: readonly Step[] = [
  ['kubectl apply -f -', input(deployment('filler', 3, { requests: { cpu: '5' } })), /created/],
  ['kubectl rollout status deployment/filler', /successfully rolled out\n$/],
];

describeKubectlOnCluster('preempts', {
  'what matters less': [
    [
      'kubectl apply -f -',
      input(priority('urgent', 1000), priority('polite', 1000, { preemptionPolicy: 'Never' })),
      /created/,
    ],
    ...FILL,
    ['kubectl apply -f -', input(pod('ordinary', { requests: { cpu: '4' } })), 'pod/ordinary created'],
    shows('kubectl describe pod ordinary', /FailedScheduling .*0\/3 nodes are available: 3 Insufficient cpu\./),
    ['kubectl apply -f -', input(urgent('waits', '4', 'polite')), 'pod/waits created'],
    shows('kubectl describe pod waits', /preemption: not eligible due to preemptionPolicy=Never\./),
    ['kubectl get pods -l app=filler --no-headers', /^(filler-\w+-\w+ +1\/1 +Running .*\n){3}$/],
    ['kubectl delete pod waits', /deleted/],
    ['kubectl apply -f -', input(urgent('first', '4', 'urgent')), 'pod/first created'],
    ['kubectl wait --for=condition=Ready pod/first', 'pod/first condition met'],
    // One had to go, and what replaces it finds no room.
    shows("kubectl get pods -l app=filler --no-headers | awk '{print $3}' | sort | xargs", 'Pending Running Running'),
    ['kubectl get deployment filler', /\nfiller +2\/3 +/],
    shows('kubectl get events --field-selector reason=Preempted', /Preempted by pod [\w-]+ on node simulated-node-\d/),
    ['kubectl delete pod first ordinary', /deleted/],
    ['kubectl rollout status deployment/filler', /successfully rolled out\n$/],
    ['kubectl apply -f -', input(urgent('giant', '9', 'urgent')), 'pod/giant created'],
    shows(
      'kubectl describe pod giant',
      /0\/3 nodes are available: 3 Insufficient cpu\. preemption: 0\/3 nodes are available: 3 Preemption is not helpful for scheduling\./,
    ),
    ['kubectl get deployment filler', /\nfiller +3\/3 +/],
  ],
});
