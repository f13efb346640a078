import { type Act, type Command, fails } from '@kubemin/testing/kubectl';
import { expect } from 'vitest';
import {
  describeClusterKubectl,
  followedUntilGone,
  runningPod,
  TALKS,
  unpulledPod,
} from '../test-support/cluster-kubectl.ts';

const readsAll: Act = async (shell) => {
  const input = 'some text\n'.repeat(50_000);
  const { code, stdout, stderr } = await shell.run('kubectl exec -i reader -- cat', input);
  expect({ code, stderr, size: stdout.length, same: stdout === input }).toEqual({
    code: 0,
    stderr: '',
    size: input.length,
    same: true,
  });
  const session = await shell.run('kubectl exec -i reader -- sh', 'echo one\nhostname\nexit 4\n');
  expect(session.stdout).toBe('one\nreader\n');
};

describeClusterKubectl('runs commands', {
  'and shows what they write, where they write it, and their end': [
    runningPod('web'),
    ['kubectl exec web -- echo hello there', 'hello there'],
    ['kubectl exec web -- env', /^HOSTNAME=web$/m, /^COLOUR=blue$/m],
    ["kubectl exec web -- sh -c 'exit 3'", fails(/^command terminated with exit code 3\n$/, 3)],
    ['kubectl exec web -- python3', fails('python3: not simulated; this container runs nothing', 127)],
  ],
  'that read what they are given, to its last byte': [runningPod('reader'), readsAll],
  'and reports why it cannot': [
    runningPod('other'),
    ['kubectl exec other -c none -- true', fails(/container none is not valid for pod other|container not found/)],
    unpulledPod('broken'),
    ['kubectl exec broken -- true', fails('container not found ("main")')],
  ],
});

const seesWhatIsWrittenNow: Act = async (shell) => {
  const seen = await followedUntilGone(shell, { command: 'kubectl attach talker', pod: 'talker', lines: 5 });
  const numbers = seen.map((line) => Number(/^line (\d+)$/.exec(line)?.[1]));
  // It begins with what is written then, not with the log.
  expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? Number.NaN) + at));
  expect(numbers.length).toBeGreaterThanOrEqual(5);
};

describeClusterKubectl('attaches', {
  'to a container, and shows what it writes until it goes': [
    runningPod('talker', { annotations: TALKS }),
    seesWhatIsWrittenNow,
  ],
});

/** Who may read these may not yet open them. */
function refused(command: string, verb: string, resource: string): Command {
  const right = `cannot ${verb} resource "${resource}" in API group "" in the namespace "without-the-right"`;
  return [`kubectl --as=reader ${command}`, fails(`pods "web" is forbidden: User "reader" ${right}`)];
}

describeClusterKubectl('is refused', {
  'without the right': [
    runningPod('web'),
    ['kubectl create role looks --verb=get,list,watch --resource=pods,pods/exec,pods/attach', /created/],
    ['kubectl create rolebinding looks --role=looks --user=reader', /created/],
    refused('exec web -- true', 'create', 'pods/exec'),
    refused('attach web', 'create', 'pods/attach'),
    refused('port-forward web :80', 'create', 'pods/portforward'),
    refused('logs web', 'get', 'pods/log'),
  ],
});

const reachesAgainAndAgain: Act = async (shell) => {
  const forward = shell.start('kubectl port-forward pod/site :8080');
  try {
    const port = /127\.0\.0\.1:(\d+) -> 8080/.exec((await forward.line()) ?? '')?.[1];
    for (const _ of [1, 2, 3]) {
      const response = await fetch(`http://127.0.0.1:${port}/`);
      expect(await response.text()).toBe('simulated pod of-a-pod/site port 8080: nothing runs here\n');
    }
  } finally {
    await forward.stop();
  }
};

describeClusterKubectl('reaches ports', { 'of a pod': [runningPod('site'), reachesAgainAndAgain] });
