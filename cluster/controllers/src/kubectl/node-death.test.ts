import { coordination } from '@kubemin/kubeapi/resources';
import { eventually, SkippingClock } from '@kubemin/testing';
import { type Act, type ClusterTarget, describeKubectlOnCluster, input, shows } from '@kubemin/testing/kubectl';
import { setSimulationRules } from '../test-support/simulation-rules.ts';
import { daemonSet, deployment } from '../test-support/workload.ts';

const DEAD = 'simulated-node-0';
const ALIVE = ['simulated-node-1', 'simulated-node-2'];
const RENEWAL_MS = 10_000;

const clock = new SkippingClock();

/** Time passes no faster than live nodes can renew their leases. */
function pass(seconds: number): Act<ClusterTarget> {
  return async ({ target }) => {
    const leases = target.cluster.client.resource(coordination.v1.leases, 'kube-node-lease');
    const isFresh = async (node: string): Promise<boolean> => {
      const { spec } = await leases.get(node);
      return Date.parse(spec?.renewTime ?? '') > clock.now() - 1.5 * RENEWAL_MS;
    };
    for (let passed = 0; passed < seconds * 1000; passed += RENEWAL_MS) {
      clock.skip(RENEWAL_MS);
      for (const node of ALIVE) await eventually(() => isFresh(node));
    }
  };
}

const nodes = (expected: string): string =>
  `kubectl get pods -l app=${expected} --no-headers -o custom-columns=N:.spec.nodeName,D:.metadata.deletionTimestamp | awk '$2 == "<none>" {print $1}' | sort | xargs`;

describeKubectlOnCluster(
  'loses a node',
  {
    'and gets its pods elsewhere': [
      ['kubectl apply -f -', input(deployment('web', 3), daemonSet('agent')), /created/],
      ['kubectl rollout status deployment/web', /successfully rolled out\n$/],
      ['kubectl rollout status daemonset/agent', /successfully rolled out\n$/],
      [nodes('web'), 'simulated-node-0 simulated-node-1 simulated-node-2'],
      setSimulationRules({ match: { node: DEAD }, node: { lease: 'stopped' } }),
      pass(60),
      shows(`kubectl get node ${DEAD}`, /\nsimulated-node-0 +NotReady +/),
      shows('kubectl get deployment web', /\nweb +2\/3 +/),
      shows(
        `kubectl describe node ${DEAD}`,
        /node.kubernetes.io\/unreachable:NoExecute/,
        /Ready +Unknown .*NodeStatusUnknown +Kubelet stopped posting node status./,
      ),
      // Pods tolerate it for five minutes.
      ['kubectl get pods -l app=web --no-headers', /^(web-\w+-\w+ +\d\/1 +Running .*\n){3}$/],
      pass(310),
      shows('kubectl get deployment web', /\nweb +3\/3 +/),
      shows(nodes('web'), /^simulated-node-[12] simulated-node-[12] simulated-node-[12]\n$/),
      ['kubectl get pods -l app=web --no-headers', /Terminating/],
      // A daemon has nowhere else to be: it stays, where none would be started.
      [nodes('agent'), 'simulated-node-0 simulated-node-1 simulated-node-2'],
      ['kubectl get daemonset agent', /\nagent +2 +2 +2 +2 +2 +/],
      [`kubectl delete node ${DEAD}`, /deleted/],
      pass(60),
      shows('kubectl get pods -l app=web --no-headers', /^(web-\w+-\w+ +1\/1 +Running .*\n){3}$/),
      shows('kubectl get daemonset agent', /\nagent +2 +2 +2 +2 +2 +/),
      setSimulationRules(),
      shows('kubectl get nodes --no-headers', /^simulated-node-0 +Ready .*\n/),
      shows('kubectl get daemonset agent', /\nagent +3 +3 +3 +3 +3 +/),
    ],
    'that comes back before the eviction and moves nothing': [
      ['kubectl apply -f -', input(deployment('web', 3)), /created/],
      ['kubectl rollout status deployment/web', /successfully rolled out\n$/],
      ['kubectl get pods -o name > $TMPDIR/before', ''],
      setSimulationRules({ match: { node: DEAD }, node: { lease: 'stopped' } }),
      pass(60),
      shows(`kubectl get node ${DEAD}`, /\nsimulated-node-0 +NotReady +/),
      setSimulationRules(),
      pass(10),
      shows(`kubectl get node ${DEAD}`, /\nsimulated-node-0 +Ready +/),
      shows('kubectl get deployment web', /\nweb +3\/3 +/),
      pass(310),
      ['kubectl get pods -o name | diff $TMPDIR/before -', ''],
    ],
  },
  { clock },
);
