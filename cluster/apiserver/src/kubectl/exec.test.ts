import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { beforeAll, expect, it } from 'vitest';
import { type ClusterKubectl, describeClusterKubectl } from '../test-support/cluster-kubectl.ts';

async function runningPod({ apply, ready }: ClusterKubectl, name: string, annotations = {}): Promise<void> {
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, annotations },
    spec: { containers: [{ name: 'main', image: 'registry.test/app:1', env: [{ name: 'COLOUR', value: 'blue' }] }] },
  };
  await apply(pod);
  await ready(name);
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
    const { run, apply, unpulled } = kubectl();
    await runningPod(kubectl(), 'other');
    expect((await run(['exec', 'other', '-c', 'none', '--', 'true'])).stderr).toMatch(
      /container none is not valid for pod other|container not found/,
    );
    await apply({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'broken', annotations: { 'kubemin.io/simulate': 'image-pull-error' } },
      spec: { containers: [{ name: 'main', image: 'registry.test/app:1' }] },
    });
    await unpulled('broken');
    expect((await run(['exec', 'broken', '--', 'true'])).stderr).toContain('container not found ("main")');
  });
});

describeClusterKubectl('attaches', (kubectl) => {
  it('to a container, and shows what it writes until it goes', async () => {
    const { run, start } = kubectl();
    const annotations = { 'kubemin.io/simulate-logs': 'line {n}', 'kubemin.io/simulate-log-interval': '100ms' };
    await runningPod(kubectl(), 'talker', annotations);
    const attached = start(['attach', 'talker']);
    if (attached.stdout === null) throw new Error('no output');
    const seen: string[] = [];
    for await (const line of createInterface({ input: attached.stdout })) {
      seen.push(line);
      if (seen.length === 5) await run(['delete', 'pod', 'talker', '--now']);
    }
    const numbers = seen.map((line) => Number(/^line (\d+)$/.exec(line)?.[1]));
    // It begins with what is written then, not with the log.
    expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? Number.NaN) + at));
    expect(numbers.length).toBeGreaterThanOrEqual(5);
  });
});

describeClusterKubectl('is refused', (kubectl) => {
  beforeAll(async () => {
    const { run } = kubectl();
    await runningPod(kubectl(), 'web');
    const rights = ['--verb=get,list,watch', '--resource=pods,pods/exec,pods/attach'];
    expect(await run(['create', 'role', 'looks', ...rights])).toMatchObject({ code: 0 });
    expect(await run(['create', 'rolebinding', 'looks', '--role=looks', '--user=reader'])).toMatchObject({ code: 0 });
  });
  it.each([
    ['commands', ['exec', 'web', '--', 'true'], 'create', 'pods/exec'],
    ['consoles', ['attach', 'web'], 'create', 'pods/attach'],
    ['ports', ['port-forward', 'web', ':80'], 'create', 'pods/portforward'],
    ['logs', ['logs', 'web'], 'get', 'pods/log'],
  ])('%s without the right to them', async (_, args, verb, resource) => {
    const { code, stderr } = await kubectl().run(['--as=reader', ...args]);
    expect(code).toBe(1);
    // Who may read these may not yet open them.
    expect(stderr).toContain(
      `pods "web" is forbidden: User "reader" cannot ${verb} resource "${resource}" in API group "" in the namespace "default"`,
    );
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
