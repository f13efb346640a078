// A declared resource with one of everything, for tests.
import type { KubeObject } from '@kubemin/kubeapi';
import { z } from 'zod';
import { type CustomResource, defineCustomResource, type ObjectOf } from '../resource/custom-resource.ts';

/** Voyages: strings, numbers, defaults, enums, lists, maps, free parts, a status. */
export const voyages = defineCustomResource({
  group: 'fleet.example.com',
  version: 'v1',
  kind: 'Voyage',
  prefix: 'vy',
  shortNames: ['trip'],
  categories: ['fleet'],
  scope: 'Namespaced',
  description: 'A ship on its way.',
  catalog: 'fleet',
  controllerType: 'generic',
  spec: z.object({
    ship: z.string().min(1).max(40).meta({ description: 'Which ship sails.' }),
    knots: z.int().min(1).max(60).default(12),
    cargo: z.enum(['none', 'grain', 'oil']).default('none'),
    crew: z.array(z.string()).default([]),
    berth: z.union([z.int(), z.string()]).optional(),
    departs: z.iso.datetime().optional(),
    flags: z.record(z.string(), z.string()).optional(),
    log: z.record(z.string(), z.unknown()).optional(),
  }),
  status: z.object({ phase: z.string().optional(), miles: z.int().optional() }),
  columns: [
    { name: 'Ship', type: 'string', jsonPath: '.spec.ship' },
    { name: 'Knots', type: 'integer', jsonPath: '.spec.knots' },
    { name: 'Phase', type: 'string', jsonPath: '.status.phase', priority: 1 },
  ],
});

/** One of its objects. */
export type Voyage = ObjectOf<typeof voyages>;

/** The same without types: for objects without defaults or with invalid fields. */
export const anyVoyages: CustomResource = voyages;

/** A resource of the whole cluster, without a status. */
export const harbours: CustomResource = defineCustomResource({
  group: 'fleet.example.com',
  version: 'v1',
  kind: 'Harbour',
  scope: 'Cluster',
  description: 'A place to land.',
  controllerType: '',
  spec: z.object({ depth: z.number() }),
});

/** An object as a user would create it, without defaults. */
export function voyage(name: string, spec: object = {}): KubeObject & { readonly spec: object } {
  return {
    apiVersion: 'fleet.example.com/v1',
    kind: 'Voyage',
    metadata: { name, namespace: 'default' },
    spec: { ship: 'Argo', ...spec },
  };
}
