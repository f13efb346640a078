import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Act, describeKubectlOnCluster, fails, input, judge, shows } from '@kubemin/testing/kubectl';
import { expect } from 'vitest';
import { setSimulationRules } from '../test-support/simulation-rules.ts';
import { deployment, pod } from '../test-support/workload.ts';

const follows: Act = async (shell) => {
  const log = shell.start('kubectl logs -f deployment/web');
  const seen = [await log.line(), await log.line(), await log.line()];
  await log.stop();
  expect(seen).toEqual(['line 0', 'line 1', 'line 2']);
};

const forwards: Act = async (shell) => {
  const forward = shell.start('kubectl port-forward deployment/web :80');
  try {
    const port = /Forwarding from 127\.0\.0\.1:(\d+) -> 80/.exec((await forward.line()) ?? '')?.[1];
    const response = await fetch(`http://127.0.0.1:${port}/`);
    expect(await response.text()).toMatch(/^simulated pod logs-of-pods\/web-\w+-\w+ port 80: nothing runs here\n$/);
  } finally {
    await forward.stop();
  }
};

/** The pod replies as `tar` would: its output must arrive as a file. */
const copies: Act = async (shell) => {
  const source = join(shell.target.home, 'source');
  mkdirSync(join(source, 'etc'), { recursive: true });
  writeFileSync(join(source, 'etc/motd'), 'welcome\n');
  const stdout = execFileSync('tar', ['cf', '-', '--format=ustar', 'etc/motd'], { cwd: source, encoding: 'latin1' });
  const command = ['tar', 'cf', '-', '/etc/motd'];
  await judge(shell, setSimulationRules({ match: { labels: { app: 'box' } }, exec: [{ command, stdout }] }));
  await judge(shell, ['kubectl apply -f -', input(pod('box')), 'pod/box created']);
  await judge(shell, ['kubectl wait --for=condition=Ready pod/box', 'pod/box condition met']);
  await shows('kubectl cp box:/etc/motd $TMPDIR/motd >/dev/null 2>&1; cat $TMPDIR/motd', 'welcome')(shell);
};

const TALKS = { 'kubemin.io/simulate-logs': 'line {n}', 'kubemin.io/simulate-log-interval': '50ms' };

describeKubectlOnCluster('reaches', {
  'logs of pods': [
    ['kubectl apply -f -', input(deployment('web', 2, { annotations: TALKS })), /created/],
    ['kubectl rollout status deployment/web', /successfully rolled out\n$/],
    follows,
    shows('kubectl logs -l app=web --prefix --tail=1', /^(\[pod\/web-\w+-\w+\/main\] line \d+\n){2}$/),
    ['kubectl exec deployment/web -- hostname', /^web-\w+-\w+\n$/],
    ['kubectl exec deployment/web -- sh -c "true && exit 3"', fails('command terminated with exit code 3', 3)],
    ['kubectl exec deployment/web -- env', /^KUBERNETES_SERVICE_HOST=[\d.]+$/m],
    ['echo through | kubectl exec -i deployment/web -- cat', 'through'],
    forwards,
    shows('kubectl top pods --no-headers', /^(web-\w+-\w+ +\d+m +\d+Mi *\n){2}$/),
    ['kubectl top nodes --no-headers', /^(simulated-node-\d +\d+m +\d+% +\d+Mi +\d+% *\n){3}$/],
    ['kubectl get pods -o name | head -1 > $TMPDIR/pod', ''],
    [
      'echo "echo here" | kubectl debug -i -q $(cat $TMPDIR/pod) -c looker --image=busybox --profile=general',
      /^here$/m,
    ],
    shows(
      'kubectl describe $(cat $TMPDIR/pod)',
      /Ephemeral Containers:\n +looker:/,
      /Started .*Started container looker/,
    ),
  ],
  'the log of a container before it crashed': [
    setSimulationRules({
      match: { labels: { app: 'shaky' } },
      run: { crashLoop: { times: 1 } },
      logs: { lines: ['life {n}'] },
    }),
    ['kubectl apply -f -', input(pod('shaky')), 'pod/shaky created'],
    shows('kubectl get pod shaky', /\nshaky +1\/1 +Running +1 /),
    ['kubectl logs shaky --previous', 'life 0'],
    ['kubectl logs shaky', 'life 0'],
    ['kubectl describe pod shaky', /Last State: +Terminated\n +Reason: +Error\n +Exit Code: +1\n/],
  ],
  'files of pods': [copies],
});
