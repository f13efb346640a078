import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createModel } from '../document/model.ts';
import { builtinRegistry } from './builtin.ts';
import { profileName } from './profile.ts';
import { extendRegistry } from './registry.ts';
import { defineTrait } from './trait.ts';

const fields = { zone: z.string().optional(), tags: z.record(z.string(), z.string()).optional() };
const placement = defineTrait({
  summary: 'Where to run.',
  schema: z.object({ profile: profileName(), ...fields }),
  profile: { kind: 'placement', schema: z.object(fields) },
  check: ({ zone, profile }, { report }) => {
    if (zone === undefined && profile === undefined)
      report({ path: ['zone'], code: 'ACME_NO_ZONE', message: 'Where?' });
  },
});
const doors = defineTrait({
  summary: 'Ways in.',
  schema: z.array(z.object({ profile: profileName(), ...fields })),
  profile: { kind: 'placement', schema: z.object(fields) },
});
const model = createModel(extendRegistry(builtinRegistry, { traits: { placement, doors } }));

function documentWith(traits: object) {
  const component = [
    { name: 'settings', type: 'config', properties: { conf: { A: 'b' } } },
    { name: 'web', type: 'webservice', image: 'nginx', traits },
  ];
  const { document, problems } = model.parse({ name: 'shop', component });
  if (document === undefined) throw new Error(`sample document: ${JSON.stringify(problems)}`);
  return document;
}

const profiles = { placement: { fast: { zone: 'a', tags: { disk: 'ssd', rack: '1' } }, empty: {} } };

describe('W-37: profiles', () => {
  test('are kept by name in a parsed document', () => {
    expect(documentWith({ placement: { profile: 'fast' } }).component[1]?.traits).toEqual({
      placement: { profile: 'fast' },
    });
  });

  test('give what the document does not have, and maps are merged key by key', () => {
    const document = documentWith({ placement: { profile: 'fast', tags: { rack: '2' } } });
    const resolved = model.resolveProfiles(document, profiles);
    expect(resolved.problems).toEqual([]);
    expect(resolved.document?.component[1]?.traits.placement).toEqual({ zone: 'a', tags: { disk: 'ssd', rack: '2' } });
  });

  test('are resolved in every entry of a list, and nothing else changes', () => {
    const document = documentWith({ doors: [{ profile: 'fast', zone: 'b' }, { zone: 'c' }, { profile: 'empty' }] });
    const resolved = model.resolveProfiles(document, profiles).document;
    expect(resolved?.component[1]?.traits.doors).toEqual([
      { zone: 'b', tags: { disk: 'ssd', rack: '1' } },
      { zone: 'c' },
      {},
    ]);
    expect({ ...resolved, component: [] }).toEqual({ ...document, component: [] });
    expect(resolved?.component[0]).toEqual(document.component[0]);
  });

  test('are resolved in containers that a trait adds, too', () => {
    const { schema, profile } = doors;
    const nestable = {
      hatches: defineTrait({ summary: 'Ways out.', scope: 'container', schema, ...(profile && { profile }) }),
    };
    const nesting = createModel(extendRegistry(builtinRegistry, { traits: nestable }));
    const sidecar = [{ name: 'proxy', image: 'envoy', traits: { hatches: [{ profile: 'fast', zone: 'b' }] } }];
    const component = [{ name: 'web', type: 'webservice', image: 'nginx', traits: { sidecar } }];
    const { document } = nesting.parse({ name: 'shop', component });
    if (document === undefined) throw new Error('sample document');
    expect(nesting.resolveProfiles(document, profiles).document?.component[0]?.traits.sidecar?.[0]?.traits).toEqual({
      hatches: [{ zone: 'b', tags: { disk: 'ssd', rack: '1' } }],
    });
    expect(nesting.resolveProfiles(document, {}).problems).toMatchObject([
      { code: 'UNKNOWN_PROFILE', path: 'component[0].traits.sidecar[0].traits.hatches[0].profile' },
    ]);
  });

  test.each([
    ['fats', 'Did you mean "fast"?'],
    ['__proto__', 'There is no'],
    ['toString', 'There is no'],
  ])('that do not exist, such as %s, are problems at the reference', (profile, message) => {
    const document = documentWith({ doors: [{ zone: 'a' }, { profile }] });
    const { document: resolved, problems } = model.resolveProfiles(document, profiles);
    expect(resolved).toBeUndefined();
    expect(problems).toMatchObject([{ code: 'UNKNOWN_PROFILE', path: 'component[1].traits.doors[1].profile' }]);
    expect(problems[0]?.message).toContain(message);
  });

  test('that leave the data incomplete are found when they are resolved', () => {
    const document = documentWith({ placement: { profile: 'empty' } });
    expect(model.resolveProfiles(document, profiles).problems).toMatchObject([
      { code: 'ACME_NO_ZONE', path: 'component[1].traits.placement.zone' },
    ]);
  });

  test('are read in any spelling, with problems like a document', () => {
    expect(model.parseProfile('placement', { Zone: 'a' })).toEqual({ profile: { zone: 'a' }, problems: [] });
    expect(model.parseProfile('placement', { zone: {} }).problems).toMatchObject([
      { code: 'INVALID_TYPE', path: 'zone' },
    ]);
    expect(model.parseProfile('nothing', {}).problems).toMatchObject([{ code: 'UNKNOWN_PROFILE' }]);
  });
});
