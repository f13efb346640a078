import { expect, test } from 'vitest';
import { KUBERNETES_DEFAULTS, MACHINE_DEFAULTS } from './kubelet-configuration.ts';
import { readKubeletConfiguration } from './read-configuration.ts';
import { evictionThresholds } from './thresholds.ts';

const HEAD = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n';

function problems(text: string): readonly string[] {
  const read = readKubeletConfiguration(text, KUBERNETES_DEFAULTS);
  return read.kind === 'problems' ? read.problems.map(({ path }) => path) : [];
}

test('a file replaces the fields that it has, and maps as a whole', () => {
  const text = `${HEAD}evictionHard:\n  memory.available: 5%\nshutdownGracePeriod: 30s\nmaxPods: 10\n`;
  const read = readKubeletConfiguration(text, KUBERNETES_DEFAULTS);
  expect(read).toEqual({
    kind: 'configuration',
    configuration: {
      ...KUBERNETES_DEFAULTS,
      evictionHard: { 'memory.available': '5%' },
      shutdownGracePeriod: '30s',
      maxPods: 10,
    },
  });
});

test.each([
  ['not YAML', '{', ['']],
  ['no map', '- a', ['']],
  ['another kind', 'kind: Pod', ['kind']],
  [
    'fields that are not supported, also where they are misspelt',
    `${HEAD}evictionhard: {}\ncgroupDriver: systemd`,
    ['evictionhard', 'cgroupDriver'],
  ],
  ['a signal that is not known', `${HEAD}evictionHard: {memory: 1Gi}`, ['evictionHard.memory']],
  [
    'values of another form',
    `${HEAD}evictionHard: {memory.available: lots}\nimageMinimumGCAge: 5\nmaxPods: many`,
    ['evictionHard.memory.available', 'imageMinimumGCAge', 'maxPods'],
  ],
  ['settings of the machine', `${HEAD}allowedUnsafeSysctls: [kernel.core_pattern]`, ['allowedUnsafeSysctls']],
  [
    'a soft threshold without a grace period',
    `${HEAD}evictionSoft: {memory.available: 1Gi}`,
    ['evictionSoftGracePeriod.memory.available'],
  ],
  ['a low threshold above the high one', `${HEAD}imageGCLowThresholdPercent: 90`, ['imageGCLowThresholdPercent']],
  [
    'critical pods with more than all have',
    `${HEAD}shutdownGracePeriodCriticalPods: 1s`,
    ['shutdownGracePeriodCriticalPods'],
  ],
  ['a percentage above 100', `${HEAD}evictionHard: {nodefs.available: 101%}`, ['evictionHard.nodefs.available']],
])('%s: all problems are returned with their place', (_, text, paths) => {
  expect(problems(text)).toEqual(paths);
});

test('both sets of defaults are a right configuration', () => {
  for (const defaults of [KUBERNETES_DEFAULTS, MACHINE_DEFAULTS]) {
    const read = readKubeletConfiguration(
      `${HEAD}${Object.entries(defaults)
        .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
        .join('\n')}`,
      KUBERNETES_DEFAULTS,
    );
    expect(read).toEqual({ kind: 'configuration', configuration: defaults });
    expect(evictionThresholds(defaults)).toHaveLength(5);
  }
});
