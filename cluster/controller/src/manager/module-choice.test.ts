import { apps, core } from '@kubemin/kubeapi/resources';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ControllerModule } from '../reconcile/controller.ts';
import { defineCustomResource } from '../resource/custom-resource.ts';
import { decideModules, requiredResources } from './module-choice.ts';

const controller = { run: async () => undefined };
const local = defineCustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Local',
  prefix: 'lo',
  scope: 'Namespaced',
  description: 'Needs a cluster around it.',
  controllerType: 'generic',
  noPortable: true,
  spec: z.object({}),
});
const other = defineCustomResource({ ...local.declaration, kind: 'Other', prefix: 'ot', noPortable: false });

const plain: ControllerModule = { name: 'plain', setup: () => controller };
const deployer: ControllerModule = { name: 'deployer', for: apps.v1.deployments, setup: () => controller };
const auditor: ControllerModule = { name: 'auditor', for: apps.v1.deployments, setup: () => controller };
const locals: ControllerModule = {
  name: 'local-keeper',
  for: local,
  resources: [other, local],
  setup: () => controller,
};
const modules = [plain, deployer, auditor, locals];

function decided(wishes: Partial<Parameters<typeof decideModules>[1]>): Readonly<Record<string, string>> {
  const decisions = decideModules(modules, { enabled: [], portable: false, filters: {}, ...wishes });
  return Object.fromEntries(decisions.map(({ kind, module }) => [module.name, kind]));
}

describe('which controllers run', () => {
  test('all, when none is named', () => {
    expect(new Set(Object.values(decided({})))).toEqual(new Set(['enabled']));
  });

  test.each([
    ['plain', ['plain']],
    ['locals', ['local-keeper']],
    ['lo', ['local-keeper']],
    ['Local', ['local-keeper']],
    ['deployments', ['deployer', 'auditor']],
    ['auditor', ['auditor']],
  ])('%s means %j', (name, expected) => {
    const decisions = decided({ enabled: [name] });
    expect(Object.keys(decisions).filter((module) => decisions[module] === 'enabled')).toEqual(expected);
  });

  test('a name that means nothing is an error that names the nearest', () => {
    expect(() => decided({ enabled: ['plain', 'deploymets'] })).toThrow(
      expect.objectContaining({
        code: 'CONTROLLER_UNKNOWN',
        message: 'there is no controller "deploymets"; did you mean "deployments"?',
      }),
    );
    expect(() => decided({ enabled: ['x'] })).toThrow('known are plain, deployer, deployments, auditor, local-keeper');
  });

  test('portable mode omits controllers with noPortable in their declaration or module', () => {
    expect(decided({ portable: true })).toMatchObject({ plain: 'enabled', 'local-keeper': 'not-portable' });
    const insisting = { ...locals, noPortable: false };
    const [decision] = decideModules([insisting], { enabled: [], portable: true, filters: {} });
    expect(decision?.kind).toBe('enabled');
  });

  test('a filter applies to all controllers of its resource; one for a resource without a controller is an error', () => {
    const decisions = decideModules(modules, { enabled: [], portable: false, filters: { deployments: 'prod/*' } });
    const filtered = decisions.flatMap((each) => (each.kind === 'enabled' && each.keys ? [each.module.name] : []));
    expect(filtered).toEqual(['deployer', 'auditor']);
    expect(() => decided({ filters: { deployment5: '*' } })).toThrow('did you mean "deployments"?');
    expect(() => decided({ filters: { deployments: 're:(' } })).toThrow(
      expect.objectContaining({ code: 'FILTER_INVALID' }),
    );
  });

  test('what must be served is what they are for and what they name, each once', () => {
    expect(requiredResources(modules)).toEqual([local, other]);
    expect(requiredResources([{ ...plain, for: core.v1.pods }])).toEqual([]);
  });
});
