import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { type ClusterKubectl, describeClusterKubectl } from '../test-support/cluster-kubectl.ts';

async function runningPod({ run }: ClusterKubectl, name: string): Promise<void> {
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { containers: [{ name: 'main', image: 'registry.test/app:1', env: [{ name: 'COLOUR', value: 'blue' }] }] },
  };
  await run(['apply', '-f', '-'], JSON.stringify(pod));
  await run(['wait', '--for=condition=Ready', `pod/${name}`]);
}

describeClusterKubectl('runs commands', (kubectl) => {
  it('and shows what they write, where they write it, and their exit code', async () => {
    const { run } = kubectl();
    await runningPod(kubectl(), 'web');
    expect(await run(['exec', 'web', '--', 'echo', 'hello', 'there'])).toEqual({
      code: 0,
      stdout: 'hello there\n',
      stderr: '',
    });
    expect((await run(['exec', 'web', '--', 'env'])).stdout).toBe('HOSTNAME=web\nCOLOUR=blue\n');
    const failed = await run(['exec', 'web', '--', 'sh', '-c', 'exit 3']);
    expect(failed).toMatchObject({ code: 3, stderr: 'command terminated with exit code 3\n' });
    const unknown = await run(['exec', 'web', '--', 'python3']);
    expect(unknown.code).toBe(127);
    expect(unknown.stderr).toContain('python3: not simulated; this container runs nothing');
  });

  it('that read what they are given, to its last byte', async () => {
    const { run } = kubectl();
    await runningPod(kubectl(), 'reader');
    const input = 'some text\n'.repeat(50_000);
    const { code, stdout, stderr } = await run(['exec', '-i', 'reader', '--', 'cat'], input);
    expect({ code, stderr, size: stdout.length, same: stdout === input }).toEqual({
      code: 0,
      stderr: '',
      size: input.length,
      same: true,
    });
    expect((await run(['exec', '-i', 'reader', '--', 'sh'], 'echo one\nhostname\nexit 4\n')).stdout).toBe(
      'one\nreader\n',
    );
  });

  it('and says why it cannot', async () => {
    const { run } = kubectl();
    await runningPod(kubectl(), 'other');
    expect((await run(['exec', 'other', '-c', 'none', '--', 'true'])).stderr).toMatch(
      /container none is not valid for pod other|container not found/,
    );
    await run(
      ['apply', '-f', '-'],
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'broken', annotations: { 'kubemin.io/simulate': 'image-pull-error' } },
        spec: { containers: [{ name: 'main', image: 'registry.test/app:1' }] },
      }),
    );
    await run(['wait', '--for=jsonpath={.status.containerStatuses[0].state.waiting}', 'pod/broken']);
    expect((await run(['exec', 'broken', '--', 'true'])).stderr).toContain('container not found ("main")');
  });
});

describeClusterKubectl('reaches ports', (kubectl) => {
  it('of a pod, again and again', async () => {
    const { start } = kubectl();
    await runningPod(kubectl(), 'site');
    const forward = start(['port-forward', 'pod/site', ':8080']);
    if (forward.stdout === null) throw new Error('no output');
    const lines = createInterface({ input: forward.stdout })[Symbol.asyncIterator]();
    const port = /127\.0\.0\.1:(\d+) -> 8080/.exec(String((await lines.next()).value))?.[1];
    for (const _ of [1, 2, 3]) {
      const answer = await fetch(`http://127.0.0.1:${port}/`);
      expect(await answer.text()).toBe('simulated pod default/site port 8080: nothing runs here\n');
    }
    forward.kill();
    await once(forward, 'exit');
  });
});
