import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareVersions } from './resource-table.ts';

describe('versions', () => {
  it('are preferred as Kubernetes prefers them', () => {
    const preferred = ['v10', 'v2', 'v1', 'v11beta2', 'v10beta3', 'v3beta1', 'v12alpha1', 'v11alpha2', 'foo1', 'foo10'];
    expect([...preferred].reverse().sort(compareVersions)).toEqual(preferred);
  });

  it('have one order', () => {
    const version = fc.oneof(fc.stringMatching(/^v[1-3](alpha|beta)?[0-3]?$/), fc.stringMatching(/^[a-c]{0,2}$/));
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(Math.sign(compareVersions(a, b))).toBe(0 - Math.sign(compareVersions(b, a)));
        if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0)
          expect(compareVersions(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });
});
