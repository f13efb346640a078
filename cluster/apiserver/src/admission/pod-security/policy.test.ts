import { describe, expect, it } from 'vitest';
import {
  exemptNamespaceWarning,
  formatLevelVersion,
  namespacePolicy,
  type PodSecurityPolicy,
  PRIVILEGED_POLICY,
} from './policy.ts';

type Modes = Readonly<Record<string, string>>;

const labelled = (labels: Modes): Modes =>
  Object.fromEntries(Object.entries(labels).map(([name, value]) => [`pod-security.kubernetes.io/${name}`, value]));

function read(labels: Modes, defaults: PodSecurityPolicy = PRIVILEGED_POLICY) {
  const { policy, problems, privileged } = namespacePolicy(labelled(labels), defaults);
  const texts = [policy.enforce, policy.audit, policy.warn].map(formatLevelVersion).join(' ');
  return { texts, problems: problems.map(({ field, message }) => `${field}: ${message}`), privileged };
}

describe('the policy of a namespace', () => {
  it.each([
    ['nothing', {}, 'privileged:latest privileged:latest privileged:latest'],
    [
      'a level to enforce, which is warned about as well',
      { enforce: 'baseline' },
      'baseline:latest privileged:latest baseline:latest',
    ],
    [
      'a version, which warnings follow',
      { enforce: 'restricted', 'enforce-version': 'v1.30' },
      'restricted:v1.30 privileged:latest restricted:v1.30',
    ],
    [
      'a version of warnings alone',
      { enforce: 'restricted', 'enforce-version': 'v1.30', 'warn-version': 'v1.31' },
      'restricted:v1.30 privileged:latest restricted:v1.31',
    ],
    [
      'less to warn about than to enforce',
      { enforce: 'restricted', warn: 'baseline', audit: 'restricted' },
      'restricted:latest restricted:latest baseline:latest',
    ],
    [
      'more to warn about',
      { enforce: 'baseline', warn: 'restricted' },
      'baseline:latest privileged:latest restricted:latest',
    ],
  ])('with %s', (_name, labels, expected) => {
    const { texts, problems, privileged } = read(labels);
    expect(texts).toBe(expected);
    expect(problems).toEqual([]);
    expect(privileged).toBe(!/baseline|restricted/.test(expected));
  });

  it('takes what no label states from the defaults', () => {
    const strict = { level: 'restricted', version: 31 } as const;
    const defaults = { enforce: strict, audit: strict, warn: strict };
    expect(read({}, defaults).texts).toBe('restricted:v1.31 restricted:v1.31 restricted:v1.31');
    expect(read({ enforce: 'privileged' }, defaults).texts).toBe('privileged:v1.31 restricted:v1.31 restricted:v1.31');
  });

  it('with wrong labels enforces the strictest level, and reports each of them', () => {
    const wrong = { enforce: 'strict', 'enforce-version': '1.30', audit: 'x', warn: 'x', 'warn-version': 'v1.01' };
    const { texts, problems, privileged } = read(wrong);
    expect(texts).toBe('restricted:latest privileged:latest privileged:latest');
    expect(privileged).toBe(false);
    expect(problems).toEqual([
      'metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "strict": must be one of privileged, baseline, restricted',
      'metadata.labels[pod-security.kubernetes.io/enforce-version]: Invalid value: "1.30": must be "latest" or "v1.x"',
      'metadata.labels[pod-security.kubernetes.io/audit]: Invalid value: "x": must be one of privileged, baseline, restricted',
      'metadata.labels[pod-security.kubernetes.io/warn]: Invalid value: "x": must be one of privileged, baseline, restricted',
      'metadata.labels[pod-security.kubernetes.io/warn-version]: Invalid value: "v1.01": must be "latest" or "v1.x"',
    ]);
  });

  it.each(['v2.0', 'v1.', 'v1.99999999999999999999', 'V1.30', 'LATEST', ''])('%s is no version', (version) => {
    expect(read({ 'audit-version': version }).problems).toHaveLength(1);
  });
});

describe('labels of an exempt namespace', () => {
  it('are named where they have no effect', () => {
    const labels = labelled({ enforce: 'baseline', 'audit-version': 'v1.30', warn: 'restricted' });
    expect(exemptNamespaceWarning('infra', labels, PRIVILEGED_POLICY)).toBe(
      'namespace "infra" is exempt from Pod Security, and the policy (enforce=baseline:latest, warn=restricted:latest) will be ignored',
    );
  });

  it('need no warning where they demand nothing', () => {
    expect(exemptNamespaceWarning('infra', labelled({ enforce: 'privileged' }), PRIVILEGED_POLICY)).toBeUndefined();
    expect(exemptNamespaceWarning('infra', undefined, PRIVILEGED_POLICY)).toBeUndefined();
  });
});
