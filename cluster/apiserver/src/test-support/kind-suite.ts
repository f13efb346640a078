// One table per kind: what a minimal object becomes, and the error of each broken rule. For tests.
import { applyMergePatch, isJsonObject } from '@kubemin/kubeapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApi } from './test-api.ts';

/** A broken rule: a merge patch on the minimal object, and the causes it must have as `field Reason`. */
export type Violation = readonly [what: string, patch: object, ...causes: string[]];

/** What one kind promises. */
export interface KindSuite {
  readonly kind: string;
  /** Of the collection. */
  readonly url: string;
  readonly minimal: object;
  /** Part of what comes back for the minimal object. */
  readonly defaulted?: object;
  readonly accepted?: readonly (readonly [what: string, patch: object])[];
  readonly refused?: readonly Violation[];
  /** Updates of an object that was created minimal. */
  readonly updated?: readonly (readonly [what: string, patch: object])[];
  readonly unchangeable?: readonly Violation[];
  /** Full texts for some causes: `field: message` must be among them. */
  readonly texts?: readonly (readonly [patch: object, text: string])[];
}

const MERGE = { contentType: 'application/merge-patch+json' };

/** Runs the table against a server. */
export function describeKind(suite: KindSuite): void {
  const { kind, url, minimal, defaulted = {} } = suite;
  describe(kind, () => {
    let api: TestApi;
    beforeAll(async () => {
      api = await TestApi.start();
    });
    afterAll(() => api.close());

    const sent = (patch: object): object => {
      const object = applyMergePatch({ metadata: { name: 'one' }, ...minimal }, patch);
      return isJsonObject(object) ? object : {};
    };
    const causes = async (send: () => ReturnType<TestApi['refused']>): Promise<readonly string[]> => {
      const status = await send();
      expect(status).toMatchObject({ code: 422, reason: 'Invalid' });
      return (status.details?.causes ?? []).map(({ field, reason }) => `${field} ${reason}`);
    };

    it('accepts the least it needs and fills in the rest', async () => {
      expect(await api.create(url, sent({}))).toMatchObject(defaulted);
    });

    for (const [what, patch] of suite.accepted ?? []) {
      it(`accepts ${what}`, async () => {
        await api.ok('POST', `${url}?dryRun=All`, { body: sent({ metadata: { name: 'two' }, ...patch }) });
      });
    }

    for (const [what, patch, ...expected] of suite.refused ?? []) {
      it(`refuses ${what}`, async () => {
        const body = sent(patch);
        expect(await causes(() => api.refused('POST', `${url}?dryRun=All`, { body }))).toEqual(expected);
      });
    }

    for (const [patch, text] of suite.texts ?? []) {
      it(`reports ${text}`, async () => {
        const status = await api.refused('POST', `${url}?dryRun=All`, { body: sent(patch) });
        const texts = (status.details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`);
        expect(texts).toContain(text);
      });
    }

    for (const [what, patch] of suite.updated ?? []) {
      it(`may change ${what}`, async () => {
        await api.ok('PATCH', `${url}/one?dryRun=All`, { body: patch, ...MERGE });
      });
    }

    for (const [what, patch, ...expected] of suite.unchangeable ?? []) {
      it(`may not change ${what}`, async () => {
        const refused = (): ReturnType<TestApi['refused']> =>
          api.refused('PATCH', `${url}/one?dryRun=All`, { body: patch, ...MERGE });
        expect(await causes(refused)).toEqual(expected);
      });
    }
  });
}
