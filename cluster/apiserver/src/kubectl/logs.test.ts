import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { describeClusterKubectl } from '../test-support/cluster-kubectl.ts';

const TALKER = {
  'kubemin.io/simulate-logs': 'line {n}',
  'kubemin.io/simulate-log-interval': '100ms',
};

function pod(name: string, annotations: Readonly<Record<string, string>> = {}, containers = ['main']): unknown {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, annotations, labels: { app: name } },
    spec: { containers: containers.map((each) => ({ name: each, image: 'registry.test/app:1' })) },
  };
}

describeClusterKubectl('reads logs', (kubectl) => {
  it('of a pod, of its containers and by label', async () => {
    const { run, apply, ready } = kubectl();
    await apply(pod('two', {}, ['a', 'b']));
    await ready('two');
    const told = (name: string): string =>
      `container ${name} of pod default/two started (simulated: nothing runs here)\n`;
    expect(await run(['logs', 'two', '-c', 'b'])).toMatchObject({ code: 0, stdout: told('b') });
    const all = await run(['logs', '-l', 'app=two', '--all-containers', '--prefix']);
    // kubectl asks for one after the other, in no order of its own.
    expect(all.stdout.split(/(?<=\n)/).toSorted()).toEqual([`[pod/two/a] ${told('a')}`, `[pod/two/b] ${told('b')}`]);
    const stamped = await run(['logs', 'two', '-c', 'a', '--timestamps', '--tail=1']);
    expect(stamped.stdout).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z container a/);
  });

  it('while they are written, until the pod goes', async () => {
    const { run, start, apply, ready } = kubectl();
    await apply(pod('talker', TALKER));
    await ready('talker');
    const follow = start(['logs', '-f', 'talker']);
    if (follow.stdout === null) throw new Error('no output');
    const seen: string[] = [];
    for await (const line of createInterface({ input: follow.stdout })) {
      seen.push(line);
      if (seen.length === 30) await run(['delete', 'pod', 'talker', '--now']);
    }
    expect(seen).toEqual(seen.map((_, at) => `line ${at}`));
    expect(seen.length).toBeGreaterThanOrEqual(30);
  });

  it('and says why there is none', async () => {
    const { run, apply, ready, unpulled } = kubectl();
    await apply(pod('broken', { 'kubemin.io/simulate': 'image-pull-error' }));
    await unpulled('broken');
    expect((await run(['logs', 'broken'])).stderr).toBe(
      'Error from server (BadRequest): container "main" in pod "broken" is waiting to start: trying and failing to pull image\n',
    );
    await apply(pod('fresh'));
    await ready('fresh');
    expect((await run(['logs', 'fresh', '--previous'])).stderr).toBe(
      'Error from server (BadRequest): previous terminated container "main" in pod "fresh" not found\n',
    );
  });
});
