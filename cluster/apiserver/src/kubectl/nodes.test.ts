import { expect } from 'vitest';
import {
  describeKubectl,
  fails,
  input,
  type KubectlShell,
  type Step,
  stored,
  warns,
} from '../test-support/kubectl-suite.ts';
import { pod } from '../test-support/test-api.ts';

const node = (name: string): unknown => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name },
  status: { capacity: { cpu: '4', pods: '110' }, conditions: [{ type: 'Ready', status: 'True' }] },
});

const ALIVE: readonly Step[] = [
  ['kubectl create -f -', input(node('alive')), 'node/alive created'],
  ['kubectl get nodes', /^NAME +STATUS +ROLES +AGE +VERSION\nalive +Ready +<none> +\d+s/],
  ['kubectl describe node alive', /Unschedulable: +false\n/, /Non-terminated Pods: +\(0 in total\)\n/],
  ['kubectl cordon alive', 'node/alive cordoned'],
  ['kubectl get nodes alive', /\nalive +Ready,SchedulingDisabled /],
  ['kubectl uncordon alive', 'node/alive uncordoned'],
  [
    'kubectl taint node alive gpu=yes:NoSchedule',
    'node/alive tainted',
    stored('/api/v1/nodes/alive', {
      spec: {
        taints: [
          { key: 'gpu', value: 'yes', effect: 'NoSchedule' },
          // Every new node has it, and no controller is here to take it off.
          { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' },
        ],
      },
    }),
  ],
  [
    'kubectl taint node alive gpu=yes:NoSchedule',
    fails('node alive already has gpu taint(s) with same effect(s) and --overwrite is false'),
  ],
  ['kubectl taint node alive gpu-', 'node/alive untainted'],
];

const BUDGET = {
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name: 'steady' },
  spec: { minAvailable: 1, selector: { matchLabels: { app: 'guarded' } } },
};

const guarded = {
  ...Object(pod('guarded', { nodeName: 'drained', terminationGracePeriodSeconds: 0 })),
  metadata: { name: 'guarded', labels: { app: 'guarded' } },
};

/** No controller computes the allowed disruptions here: the test writes them. */
function allowDisruptions(disruptionsAllowed: number): Step {
  const counts = { disruptionsAllowed, currentHealthy: 2, desiredHealthy: 1, expectedPods: 2 };
  return async (shell) => {
    const url = `/apis/policy/v1/namespaces/${shell.namespace}/poddisruptionbudgets/steady/status`;
    await shell.target.api.patch(url, { status: { observedGeneration: 1, ...counts } });
  };
}

async function podIsReady(shell: KubectlShell): Promise<void> {
  const url = `/api/v1/namespaces/${shell.namespace}/pods/guarded/status`;
  const ready = await shell.target.api.patch(url, {
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
  });
  expect(ready.status).toMatchObject({ phase: 'Running' });
}

async function refusedByBudget(shell: KubectlShell): Promise<void> {
  const draining = shell.start('kubectl drain drained --force 2>&1');
  const lines = [await draining.line(), await draining.line(), await draining.line(), await draining.line()];
  await draining.stop();
  expect(lines.at(-1)).toMatch(
    /^error when evicting pods\/"guarded" -n "draining" \(will retry after 5s\): Cannot evict pod as it would violate the pod's disruption budget\.$/,
  );
}

const DRAIN: readonly Step[] = [
  ['kubectl create -f -', input(node('drained'), BUDGET, guarded), /pod\/guarded created/],
  podIsReady,
  allowDisruptions(0),
  [
    'kubectl drain drained',
    'node/drained cordoned',
    fails(/Pods (that )?declare no controller \(use --force to override\): draining\/guarded/),
  ],
  refusedByBudget,
  allowDisruptions(1),
  [
    'kubectl drain drained --force',
    /pod\/guarded evicted\nnode\/drained drained\n$/,
    warns('Warning: deleting Pods that declare no controller: draining/guarded'),
  ],
  ['kubectl get pod guarded', fails('pods "guarded" not found')],
];

describeKubectl('nodes', { 'one that is alive': ALIVE, draining: DRAIN });
