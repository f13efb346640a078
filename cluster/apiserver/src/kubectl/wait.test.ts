import { expect } from 'vitest';
import { describeKubectl, fails, input, type KubectlShell, type Step } from '../test-support/kubectl-suite.ts';
import { configMap, deployment } from '../test-support/test-api.ts';

const AVAILABLE = {
  status: {
    observedGeneration: 1,
    replicas: 1,
    updatedReplicas: 1,
    readyReplicas: 1,
    availableReplicas: 1,
    conditions: [{ type: 'Available', status: 'True' }],
  },
};

/** The command must not end before the change, and end with it. */
function until(
  command: string,
  resource: string,
  change: (shell: KubectlShell) => Promise<unknown>,
  printed: string,
): Step {
  return async (shell) => {
    const watching = shell.target.watched(resource);
    const waiting = shell.run(command);
    await watching;
    await change(shell);
    expect(await waiting, command).toMatchObject({ code: 0, stdout: expect.stringContaining(printed) });
  };
}

const patchStatus = (shell: KubectlShell): Promise<unknown> =>
  shell.target.api.patch(`/apis/apps/v1/namespaces/${shell.namespace}/deployments/web/status`, AVAILABLE);

const settings = (shell: KubectlShell): string => `/api/v1/namespaces/${shell.namespace}/configmaps/settings`;

describeKubectl('wait', {
  conditions: [
    ['kubectl create -f -', input(deployment('web')), 'deployment.apps/web created'],
    [
      'kubectl wait --for=condition=Available deployment/web --timeout=0',
      fails(/timed out waiting for the condition on deployments\/web|condition not met for deployments\/web/),
    ],
    until(
      'kubectl wait --for=condition=Available deployment/web',
      'deployments',
      patchStatus,
      'deployment.apps/web condition met',
    ),
    ['kubectl wait --for=condition=Available deployment --all', 'deployment.apps/web condition met'],
  ],
  values: [
    ['kubectl create -f -', input(configMap('settings', { data: { a: '1' } })), 'configmap/settings created'],
    until(
      "kubectl wait --for=jsonpath='{.data.a}'=2 cm/settings",
      'configmaps',
      (shell) => shell.target.api.patch(settings(shell), { data: { a: '2' } }),
      'configmap/settings condition met',
    ),
    until(
      'kubectl wait --for=delete cm/settings',
      'configmaps',
      (shell) => shell.target.api.ok('DELETE', settings(shell)),
      'configmap/settings condition met',
    ),
    ['kubectl wait --for=delete cm/settings', ''],
    ['kubectl wait --for=condition=Ready cm/settings', fails('configmaps "settings" not found')],
  ],
  rollouts: [
    ['kubectl create -f -', input(deployment('web')), 'deployment.apps/web created'],
    ['kubectl rollout status deployment/web --watch=false', 'Waiting for deployment spec update to be observed...'],
    until(
      'kubectl rollout status deployment/web',
      'deployments',
      patchStatus,
      'deployment "web" successfully rolled out',
    ),
    ['kubectl rollout history deployment/web', /^deployment.apps\/web *\nNo rollout history found.\n/],
    ['kubectl rollout undo deployment/web', fails('error: no rollout history found for deployment "web"')],
    ['kubectl rollout pause deployment/web', 'deployment.apps/web paused'],
    ['kubectl rollout pause deployment/web', fails('error: deployments.apps "web" is already paused')],
    ['kubectl rollout resume deployment/web', 'deployment.apps/web resumed'],
    ['kubectl rollout restart deployment/web', 'deployment.apps/web restarted'],
    ["kubectl get deployment web -o jsonpath='{.spec.template.metadata.annotations}'", /restartedAt/],
    ['kubectl rollout status deployment/web --watch=false', 'Waiting for deployment spec update to be observed...'],
  ],
});
