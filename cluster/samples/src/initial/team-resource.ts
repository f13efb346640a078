import { defineCustomResource, type ObjectOf } from '@kubemin/controller';
import { z } from 'zod';

/** What a member may be in a team. */
export const TEAM_ROLES = ['owner', 'admin', 'member'] as const;

/** `Team`: people who work together. */
export const teams = defineCustomResource({
  group: 'iam.minik8s.io',
  version: 'v1',
  kind: 'Team',
  scope: 'Namespaced',
  description: 'People who work together.',
  spec: z.object({
    displayName: z.string().min(1),
    members: z
      .array(z.object({ user: z.string().min(1), role: z.enum(TEAM_ROLES).default('member') }))
      .default([])
      // A map: whoever else adds members does not lose them when the team is applied again.
      .meta({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['user'] }),
    quota: z
      .record(z.string(), z.union([z.int(), z.string()]))
      .optional()
      .meta({ description: 'Amounts by name, as Kubernetes writes them: cpu: 2, memory: 4Gi.' }),
  }),
  status: z.object({ memberCount: z.int().optional() }),
  columns: [{ name: 'Title', type: 'string', jsonPath: '.spec.displayName' }],
});

/** An object of the resource `teams`. */
export type Team = ObjectOf<typeof teams>;
