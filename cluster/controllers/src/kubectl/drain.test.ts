import { type Act, describeKubectlOnCluster, fails, input, judge, type Step, shows } from '@kubemin/testing/kubectl';
import { expect } from 'vitest';
import { daemonSet, deployment } from '../test-support/workload.ts';

const BUDGET = {
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name: 'steady' },
  spec: { minAvailable: 2, selector: { matchLabels: { app: 'web' } } },
};

const rolledOut: Step = ['kubectl rollout status deployment/web', /successfully rolled out\n$/];
const FIRST = 'simulated-node-0';

/** Which are on the node that is drained, besides its daemon. */
const STILL_THERE = `kubectl get pods -l app=web --field-selector spec.nodeName=${FIRST} -o name`;

const REFUSED = "Cannot evict pod as it would violate the pod's disruption budget.";

/** The drain does not end before there are enough pods elsewhere, and ends when there are. */
const drainsOnceThereAreMore: Act = async (shell) => {
  const drain = shell.start(`kubectl drain ${FIRST} --ignore-daemonsets 2>&1`);
  const lines: string[] = [];
  for (let line = await drain.line(); line !== undefined; line = await drain.line()) {
    if (line.includes(REFUSED) && !lines.some((each) => each.includes(REFUSED))) {
      await judge(shell, ['kubectl scale deployment/web --replicas=6', 'deployment.apps/web scaled']);
    }
    lines.push(line);
  }
  await drain.stop();
  const text = lines.join('\n');
  expect(text).toMatch(
    /error when evicting pods\/"web-\w+-\w+" -n "past-a-budget" \(will retry after 5s\): Cannot evict/,
  );
  expect(text).toMatch(/pod\/web-\w+-\w+ evicted\n(.*\n)*node\/simulated-node-0 drained$/);
};

describeKubectlOnCluster('drains nodes', {
  'past a budget': [
    ['kubectl apply -f -', input(deployment('web', 2), daemonSet('agent'), BUDGET), /created/],
    rolledOut,
    ['kubectl rollout status daemonset/agent', /daemon set "agent" successfully rolled out\n$/],
    [
      'kubectl get pods -l app=agent -o custom-columns=N:.spec.nodeName --no-headers | sort',
      /^simulated-node-0\nsimulated-node-1\nsimulated-node-2\n$/,
    ],
    shows('kubectl get pdb steady', /\nsteady +2 +N\/A +0 /),
    ['kubectl cordon simulated-node-1 simulated-node-2', /cordoned/],
    ['kubectl delete pods -l app=web', /deleted/],
    rolledOut,
    shows(`${STILL_THERE} | wc -l`, '2'),
    ['kubectl uncordon simulated-node-1 simulated-node-2', /uncordoned/],
    ['kubectl get node simulated-node-0', /\nsimulated-node-0 +Ready +/],
    [
      `kubectl drain ${FIRST}`,
      fails('cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore)'),
      `node/${FIRST} cordoned`,
    ],
    drainsOnceThereAreMore,
    [STILL_THERE, ''],
    rolledOut,
    // Its status may not have counted the last evicted pod yet when the rollout is looked at.
    shows('kubectl get deployment web', /\nweb +6\/6 +/),
    [`kubectl get node ${FIRST}`, /\nsimulated-node-0 +Ready,SchedulingDisabled +/],
    ['kubectl get pods -l app=agent --no-headers', /^(agent-\w+ +1\/1 +Running .*\n){3}$/],
    [`kubectl uncordon ${FIRST}`, `node/${FIRST} uncordoned`],
    ['kubectl scale deployment/web --replicas=9', 'deployment.apps/web scaled'],
    rolledOut,
    [`${STILL_THERE} | wc -l`, '3'],
  ],
});
