import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { describe, expect, test } from 'vitest';
import { podBehaviour, podStopRule } from './pod-behaviour.ts';
import { podExecRules, podLogRule } from './pod-output.ts';
import { readSimulationRules } from './rule-reader.ts';
import { RuleSet } from './rule-set.ts';

function rules(text: string): RuleSet {
  const read = readSimulationRules(`rules: ${text}`);
  if (read.kind === 'problems') throw new Error(JSON.stringify(read.problems));
  return new RuleSet(read.rules.rules);
}

function pod(uid: string, more: { readonly [Part in 'annotations' | 'labels']?: Record<string, string> } = {}): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: uid, namespace: 'shop', uid, ...more },
    spec: { nodeName: 'sim-1', containers: [{ name: 'c', image: 'web:broken' }] },
  };
}

const manyPods = Array.from({ length: 1000 }, (_, number) => pod(`uid-${number}`));

describe('which rule counts', () => {
  test('the first that matches and speaks of it; others may speak of the rest', () => {
    const set = rules('[{ start: { delay: 1s } }, { start: { delay: 9s }, ready: { delay: 3s } }]');
    expect(podBehaviour(pod('a'), set)).toMatchObject({ startDelayMs: 1000, readyAfterMs: 3000 });
  });

  test.each([
    ['{ labels: { app: web } }', true],
    ['{ labels: { app: web, tier: x } }', false],
    ['{ labels: { app: "w*" }, namespace: "sh?p" }', true],
    ['{ namespace: other }', false],
    ['{ image: "*:broken" }', true],
    ['{ image: "web" }', false],
    ['{ node: "sim-*" }', true],
    ['{ node: "sim-2" }', false],
    ['{}', true],
  ])('%s matches: %s', (match, expected) => {
    const set = rules(`[{ match: ${match}, start: { delay: 7s } }]`);
    expect(podBehaviour(pod('a', { labels: { app: 'web' } }), set).startDelayMs === 7000).toBe(expected);
  });

  test('annotations of the pod win over all rules', () => {
    const set = rules(
      '[{ start: { delay: 7s, imagePull: error }, ready: { failRate: 1 }, run: { crashLoop: true }, stop: { delay: 7s }, logs: { lines: [ruled] }, exec: [{ command: [a], exit: 1 }] }]',
    );
    const asked = pod('a', {
      annotations: {
        'kubemin.io/simulate': 'run',
        'kubemin.io/simulate-start-delay': '1s',
        'kubemin.io/simulate-ready-delay': '2s',
        'kubemin.io/simulate-stop-delay': '3s',
        'kubemin.io/simulate-logs': 'asked',
        'kubemin.io/simulate-exec': '[{"command":["b"],"exit":2}]',
      },
    });
    expect(podBehaviour(asked, set)).toMatchObject({
      startDelayMs: 1000,
      image: 'pulled',
      readyAfterMs: 2000,
      lives: { crashes: 0, forMs: undefined },
    });
    expect(podStopRule(asked, set)).toEqual({ delayMs: 3000, ignoresGrace: false });
    expect(podLogRule(asked, set)).toEqual({ lines: ['asked'], everyMs: undefined });
    expect(podExecRules(asked, set)).toMatchObject([{ command: ['b'], exitCode: 2 }]);
  });

  test('an annotation that cannot be parsed is ignored in favour of the rules', () => {
    const set = rules('[{ exec: [{ command: [a], exit: 1 }], start: { delay: 7s } }]');
    const asked = pod('a', {
      annotations: { 'kubemin.io/simulate-exec': '{', 'kubemin.io/simulate-start-delay': 'soon' },
    });
    expect(podExecRules(asked, set)).toMatchObject([{ command: ['a'] }]);
    expect(podBehaviour(asked, set).startDelayMs).toBe(7000);
  });
});

describe('chance', () => {
  test('strikes about as many pods as the rate specifies, and always the same ones', () => {
    const set = rules('[{ ready: { failRate: 0.3 } }]');
    const struck = () => manyPods.filter((each) => podBehaviour(each, set).readyAfterMs === undefined);
    expect(struck().length).toBeGreaterThan(250);
    expect(struck().length).toBeLessThan(350);
    expect(struck()).toEqual(struck());
  });

  test('strikes other pods where it is about something else', () => {
    const set = rules('[{ ready: { failRate: 0.5 }, run: { failRate: 0.5 } }]');
    const both = manyPods.filter((each) => {
      const { readyAfterMs, lives } = podBehaviour(each, set);
      return readyAfterMs === undefined && lives.exitCode !== 0;
    });
    expect(both.length).toBeGreaterThan(150);
    expect(both.length).toBeLessThan(350);
  });

  test('spreads starts over the jitter', () => {
    const set = rules('[{ start: { delay: 1s, jitter: 10s } }]');
    const delays = manyPods.map((each) => podBehaviour(each, set).startDelayMs);
    expect(Math.min(...delays)).toBeLessThan(1500);
    expect(Math.max(...delays)).toBeGreaterThan(10_500);
    expect(Math.max(...delays)).toBeLessThanOrEqual(11_000);
  });
});

describe('how containers live', () => {
  const lives = (rule: string, restartPolicy = 'Always') => {
    const { spec = { containers: [] }, ...rest } = pod('a');
    return podBehaviour({ ...rest, spec: { ...spec, restartPolicy } }, rules(`[{ run: ${rule} }]`)).lives;
  };

  test.each([
    ['{ for: 30s }', 'Always', { crashes: 0, forMs: 30_000, exitCode: 0 }],
    ['{ exit: 3 }', 'Never', { forMs: 1000, exitCode: 3 }],
    ['{ exit: 3 }', 'Always', { forMs: 0, exitCode: 3 }],
    ['{ failRate: 1 }', 'Always', { forMs: 0, exitCode: 1 }],
    ['{ failRate: 1, exit: 7, for: 5s }', 'OnFailure', { forMs: 5000, exitCode: 7 }],
    ['{ failRate: 0, exit: 7 }', 'Never', { forMs: 1000, exitCode: 0 }],
    ['{ crashLoop: true }', 'Always', { crashes: Number.POSITIVE_INFINITY, crashCode: 1, forMs: undefined }],
    ['{ crashLoop: { times: 2 }, exit: 9 }', 'Always', { crashes: 2, crashCode: 9, forMs: undefined, exitCode: 0 }],
  ])('%s with %s', (rule, policy, expected) => {
    expect(lives(rule, policy)).toMatchObject(expected);
  });
});
