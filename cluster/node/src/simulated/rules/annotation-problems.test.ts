import { core } from '@kubemin/kubeapi/resources';
import { describe, expect, test } from 'vitest';
import { startManualFleet } from '../../test-support/manual-fleet.ts';
import { annotationProblems } from './annotation-problems.ts';

function problems(annotations: Record<string, string>): readonly string[] {
  return annotationProblems({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', annotations } });
}

describe('annotations that cannot be parsed', () => {
  test.each([
    ['kubemin.io/simulate', 'crash-lop', 'is "crash-lop", which is unknown; did you mean crash-loop?'],
    ['kubemin.io/simulate', 'nothing', 'is "nothing", which is unknown; known are run, image-pull-error, crash-loop'],
    ['kubemin.io/simulate-start-delay', 'soon', 'must be a duration such as 500ms, 2s or 1m, not "soon"'],
    ['kubemin.io/simulate-exit-code', 'bad', 'must be a number from 0 to 255, not "bad"'],
    ['kubemin.io/simulate-usage-memory', 'lots', 'must be an amount such as 250m or 64Mi, not "lots"'],
    ['kubemin.io/simulate-exec', '[{}]', '[0].command is missing'],
    ['kubemin.io/simulate-start-dealy', '1s', 'is not known; did you mean kubemin.io/simulate-start-delay?'],
  ])('%s: %s', (key, value, problem) => {
    expect(problems({ [key]: value })).toEqual([`${key} ${problem}`]);
  });

  test('are not those of others, nor those that can be read', () => {
    expect(
      problems({ 'example.com/simulate': 'x', 'kubemin.io/simulated': 'x', 'kubemin.io/simulate': 'run' }),
    ).toEqual([]);
    expect(problems({ 'kubemin.io/simulate-logs': '{', 'kubemin.io/simulate-run-duration': '5s' })).toEqual([]);
  });
});

test('a pod with a misspelt annotation runs, and gets an event once, and again when the misspelling changes', async () => {
  const fleet = await startManualFleet({ count: 1 });
  try {
    await fleet.clock.advance(1_000);
    const pods = fleet.cluster.client.resource(core.v1.pods, 'default');
    const spec = { nodeName: 'simulated-node-0', containers: [{ name: 'main', image: 'shop:1' }] };
    const annotate = (value: string) => ({ metadata: { annotations: { 'kubemin.io/simulate': value } } });
    const { metadata } = annotate('crash-lop');
    await pods.create({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'typo', ...metadata }, spec });
    await fleet.clock.advance(5_000);
    expect((await pods.get('typo')).status?.phase).toBe('Running');
    await pods.patch('typo', { type: 'merge', body: annotate('rum') });
    await fleet.clock.advance(5_000);
    const { items } = await fleet.cluster.client.resource(core.v1.events, 'default').list();
    const recorded = items.filter(({ reason }) => reason === 'InvalidSimulation');
    expect(recorded.map(({ type, message, count }) => [type, count, message?.replace(/.*; /, '')])).toEqual([
      ['Warning', 1, 'did you mean crash-loop?'],
      ['Warning', 1, 'did you mean run?'],
    ]);
  } finally {
    await fleet.close();
  }
});
