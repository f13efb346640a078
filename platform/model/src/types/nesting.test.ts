import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createModel } from '../document/model.ts';
import { findings, model, type Rule, withTraits } from '../test-support/sample.ts';
import { builtinRegistry } from './builtin.ts';
import { defineContainerTrait } from './nesting.ts';
import { extendRegistry } from './registry.ts';
import { defineTrait } from './trait.ts';

const traits = 'component[0].traits';
const initWith = (nested: object) => ({ name: 'prepare', properties: { image: 'busybox' }, traits: nested });
const sidecarWith = (nested: object) => ({ name: 'logs', image: 'fluentd', traits: nested });

const rules: readonly Rule[] = [
  [
    'W-17: an init container may be written flat',
    withTraits({ init: [{ name: 'a', Image: 'busybox', command: ['true'], env: { A: 'b' } }] }),
    [],
  ],
  [
    'a sidecar may be written like an init container',
    withTraits({ sidecar: [{ name: 'a', properties: { image: 'busybox' } }] }),
    [],
  ],
  [
    'init and sidecar containers need an image',
    withTraits({ init: [{ name: 'a' }, { name: 'b', properties: { image: ' ' } }], sidecar: [{ name: 'c' }] }),
    [
      `error MISSING_IMAGE ${traits}.init[0].properties.image`,
      `error MISSING_IMAGE ${traits}.init[1].properties.image`,
      `error MISSING_IMAGE ${traits}.sidecar[0].image`,
    ],
  ],
  [
    'a sidecar in a sidecar is refused, each at its own place',
    withTraits({ sidecar: [sidecarWith({ sidecar: [sidecarWith({}), sidecarWith({})] })] }),
    [0, 1].map((index) => `error NESTED_TRAIT_FORBIDDEN ${traits}.sidecar[0].traits.sidecar[${index}]`),
  ],
  [
    'an init container in a sidecar is refused',
    withTraits({ sidecar: [sidecarWith({ Init: [initWith({})] })] }),
    [`error NESTED_TRAIT_FORBIDDEN ${traits}.sidecar[0].traits.init[0]`],
  ],
  [
    'containers in an init container are refused',
    withTraits({ init: [initWith({ init: [initWith({})], sidecar: [sidecarWith({})] })] }),
    [
      `error NESTED_TRAIT_FORBIDDEN ${traits}.init[0].traits.init[0]`,
      `error NESTED_TRAIT_FORBIDDEN ${traits}.init[0].traits.sidecar[0]`,
    ],
  ],
  ['an empty nested list is nothing', withTraits({ init: [initWith({ init: [], sidecar: [] })] }), []],
  [
    'a probe of an init container has no effect',
    withTraits({ init: [initWith({ probes: [{ type: 'liveness', tcpSocket: { port: 1 } }] })] }),
    [`warning TRAIT_IGNORED ${traits}.init[0].traits.probes`],
  ],
  [
    'faults inside nested traits are found, all at once',
    withTraits({
      init: [initWith({ storage: [{ type: 'nope' }], resources: { cpu: 'x' } })],
      sidecar: [sidecarWith({ probes: [{ type: 'liveness' }] })],
    }),
    [
      `error INVALID_STORAGE_TYPE ${traits}.init[0].traits.storage[0].type`,
      `error INVALID_TRAIT_CONFIG ${traits}.init[0].traits.resources.cpu`,
      `error INVALID_PROBE_CONFIG ${traits}.sidecar[0].traits.probes[0]`,
    ],
  ],
  [
    'rules beyond the schema run inside nested traits',
    withTraits({ sidecar: [sidecarWith({ envFrom: [{ type: 'config', sourceName: 'absent' }] })] }),
    [`warning REFERENCE_NOT_IN_DOCUMENT ${traits}.sidecar[0].traits.envFrom[0].sourceName`],
  ],
  [
    'unknown fields of nested traits are named',
    withTraits({ sidecar: [sidecarWith({ storages: [] })] }),
    [`warning UNKNOWN_FIELD ${traits}.sidecar[0].traits.storages`],
  ],
  [
    'containers of a pod have different names',
    withTraits({ init: [{ name: 'web', image: 'a' }], sidecar: [sidecarWith({}), sidecarWith({})] }),
    [`error DUPLICATE_CONTAINER ${traits}.init[0].name`, `error DUPLICATE_CONTAINER ${traits}.sidecar[1].name`],
  ],
];

test.each(rules)('%s', (_name, input, expected) => {
  expect(findings(input)).toEqual(expected);
});

describe('defaults inside nested traits', () => {
  test('W-39: containers without a name get the same one every time', () => {
    const input = withTraits({ init: [{ image: 'a' }, { image: 'a' }], sidecar: [{ image: 'a' }] });
    const component = model.parse(input).document?.component[0];
    expect(component?.traits.init?.map(({ name }) => name)).toEqual(['web-init-1', 'web-init-2']);
    expect(component?.traits.sidecar?.map(({ name }) => name)).toEqual(['web-sidecar-1']);
  });

  test('volumes without a name belong to the container that asks for them', () => {
    const storage = [{ type: 'ephemeral' }];
    const input = withTraits({
      storage,
      init: [initWith({ storage })],
      sidecar: [{ image: 'a', traits: { storage } }],
    });
    const component = model.parse(input).document?.component[0];
    expect(component?.traits).toMatchObject({
      storage: [{ name: 'web-ephemeral-1' }],
      init: [{ traits: { storage: [{ name: 'prepare-ephemeral-1', mountPath: '/mnt/prepare-ephemeral-1' }] } }],
      sidecar: [{ traits: { storage: [{ name: 'web-sidecar-1-ephemeral-1' }] } }],
    });
  });

  test('generated names keep their number however long the component is called', () => {
    const name = 'x'.repeat(63);
    const component = [{ name, type: 'webservice', image: 'a', traits: { init: [{ image: 'a' }, { image: 'a' }] } }];
    const names = model
      .parse({ name: 'shop', component })
      .document?.component[0]?.traits.init?.map((entry) => entry.name);
    expect(names).toEqual([`${'x'.repeat(56)}-init-1`, `${'x'.repeat(56)}-init-2`]);
  });
});

describe("a third party's traits", () => {
  const limits = defineTrait({
    summary: 'Limits of the process.',
    scope: 'container',
    schema: z.object({ openFiles: z.number() }),
    check: ({ openFiles }, { container, report }) => {
      if (openFiles > 9) report({ path: ['openFiles'], code: 'ACME_TOO_MANY', message: `Too many for ${container}.` });
    },
  });
  const window = defineTrait({ summary: 'When to update.', schema: z.object({ day: z.string() }) });
  const debug = defineContainerTrait({
    summary: 'Containers for debugging.',
    schema: (nested) => z.array(z.object({ name: z.string(), traits: nested })),
  });
  const extended = createModel(extendRegistry(builtinRegistry, { traits: { limits, window, debug } }));
  const parse = (given: object) => extended.parse(withTraits(given));

  test('nest in init and sidecar, in any spelling, with their own checks', () => {
    const { document, problems } = parse({ sidecar: [sidecarWith({ limits: { open_files: '99' } })] });
    expect(document).toBeUndefined();
    expect(problems).toMatchObject([
      {
        code: 'ACME_TOO_MANY',
        path: `${traits}.sidecar[0].traits.limits.openFiles`,
        message: 'Too many for logs.',
      },
    ]);
  });

  test('can take the built-in container traits, and cannot be nested when they add containers', () => {
    const resources = { cpu: '1' };
    expect(parse({ debug: [{ name: 'shell', traits: { resources } }] }).document?.component[0]?.traits.debug).toEqual([
      { name: 'shell', traits: { resources } },
    ]);
    expect(parse({ init: [initWith({ debug: [{ name: 'shell' }] })] }).problems).toMatchObject([
      { code: 'NESTED_TRAIT_FORBIDDEN', path: `${traits}.init[0].traits.debug[0]` },
    ]);
  });

  test('have no effect inside a container unless their scope is a container', () => {
    const { document, problems } = parse({ init: [initWith({ window: { day: 'Sunday' } })] });
    expect(problems).toMatchObject([{ code: 'TRAIT_IGNORED', severity: 'warning' }]);
    expect(document).toBeDefined();
  });
});
