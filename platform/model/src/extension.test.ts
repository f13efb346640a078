import { expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import { createModel } from './document/model.ts';
import { field } from './field/field.ts';
import { builtinRegistry } from './types/builtin.ts';
import { defineComponentType } from './types/component-type.ts';
import { extendRegistry } from './types/registry.ts';
import { defineTrait } from './types/trait.ts';

// What a third party would write, with nothing but the package's public door.
const hostAliases = defineTrait({
  summary: 'Extra lines for /etc/hosts.',
  schema: z.array(
    z.object({
      ip: field(z.string().min(1), { aliases: ['address'], missing: 'ACME_NO_ADDRESS' }),
      hostNames: z.array(z.string()),
    }),
  ),
  check: (entries, context) => {
    for (const [index, entry] of entries.entries()) {
      if (entry.ip === '0.0.0.0')
        context.report({ path: [index, 'ip'], code: 'ACME_BAD_ADDRESS', message: 'Not an address.' });
    }
  },
});

const queue = defineComponentType({
  summary: 'A message queue.',
  properties: z.object({ topics: z.array(z.string()).min(1) }),
  image: 'none',
});

const model = createModel(extendRegistry(builtinRegistry, { componentTypes: { queue }, traits: { hostAliases } }));

const base = { name: 'web', type: 'webservice', image: 'nginx' };

test('a registered trait is parsed, spelled, checked and typed like the built-in ones', () => {
  const { document, problems } = model.parse({
    name: 'shop',
    component: [{ ...base, traits: { host_aliases: [{ address: '10.0.0.1', host_names: ['db'] }] } }],
  });
  expect(problems).toEqual([]);
  const data = document?.component[0]?.traits.hostAliases;
  expectTypeOf(data).toEqualTypeOf<{ ip: string; hostNames: string[] }[] | undefined>();
  expect(data).toEqual([{ ip: '10.0.0.1', hostNames: ['db'] }]);
});

test('its problems carry its own codes', () => {
  const traits = { hostAliases: [{ ip: '0.0.0.0', hostNames: [] }] };
  expect(model.parse({ name: 'shop', component: [{ ...base, traits }] }).problems).toMatchObject([
    { code: 'ACME_BAD_ADDRESS', path: 'component[0].traits.hostAliases[0].ip' },
  ]);
  expect(
    model.parse({ name: 'shop', component: [{ ...base, traits: { hostAliases: [{ hostNames: [] }] } }] }).problems,
  ).toMatchObject([{ code: 'ACME_NO_ADDRESS', path: 'component[0].traits.hostAliases[0].ip' }]);
});

test('a registered component type is accepted, and refused by a model that does not know it', () => {
  const input = { name: 'shop', component: [{ name: 'events', type: 'Queue', properties: { Topics: ['a'] } }] };
  expect(model.parse(input).document?.component).toMatchObject([{ type: 'queue', properties: { topics: ['a'] } }]);
  expect(createModel(builtinRegistry).parse(input).problems).toMatchObject([{ code: 'INVALID_COMPONENT_TYPE' }]);
});

test('a name that is taken cannot be registered again', () => {
  expect(() => extendRegistry(builtinRegistry, { traits: { storage: hostAliases } })).toThrow(
    '"storage" is already registered',
  );
});

test('the JSON Schema knows registered entries and nothing of our hints', () => {
  const text = JSON.stringify(model.jsonSchema());
  expect(text).toContain('"hostAliases"');
  expect(text).toContain('"const":"queue"');
  expect(text).not.toContain('"kubemin":');
});
