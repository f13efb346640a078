import { type CustomResource, defineCustomResource, type ObjectOf } from '@kubemin/controller';
import { z } from 'zod';
import { users } from './user-resource.ts';

/** `APIToken`: a token of a user with its expiry and scopes. The token itself is not stored in it. */
const apiTokens = defineCustomResource({
  group: 'iam.minik8s.io',
  version: 'v1',
  kind: 'APIToken',
  scope: 'Namespaced',
  description: 'A token of a user, with its expiry and scopes.',
  spec: z.object({
    user: z.string().min(1),
    expiresAt: z.iso.datetime(),
    scopes: z.array(z.string().min(1)).default([]),
  }),
  columns: [
    { name: 'User', type: 'string', jsonPath: '.spec.user' },
    { name: 'Expires', type: 'string', jsonPath: '.spec.expiresAt' },
  ],
});

/** An object of the resource `apitokens`. */
export type APIToken = ObjectOf<typeof apiTokens>;

/** `BinaryMetadata`: a program that activities may run, with its origin and checksum. */
const binaryMetadatas = defineCustomResource({
  group: 'catalog.minik8s.io',
  version: 'v1',
  kind: 'BinaryMetadata',
  prefix: 'binmeta',
  scope: 'Namespaced',
  description: 'A program that activities may run.',
  spec: z.object({
    name: z.string().min(1).meta({ description: 'Name of the program.' }),
    version: z.string().min(1),
    os: z.string().min(1).default('linux'),
    arch: z.string().min(1).default('amd64'),
    url: z
      .string()
      .regex(/^https?:\/\/\S+$/)
      .optional()
      .meta({ description: 'Where to download it; without a URL it must be installed on the machine.' }),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
    size: z.int().min(0).optional().meta({ description: 'In bytes.' }),
    command: z.string().min(1).meta({ description: 'How it is called; {name} stands for a parameter.' }),
  }),
  status: z.object({ available: z.boolean().optional() }),
  columns: [
    { name: 'Program', type: 'string', jsonPath: '.spec.name' },
    { name: 'Version', type: 'string', jsonPath: '.spec.version' },
    { name: 'Available', type: 'boolean', jsonPath: '.status.available' },
  ],
});

/** An object of the resource `binarymetadatas`. */
export type BinaryMetadata = ObjectOf<typeof binaryMetadatas>;

/** `Catalog`: a group of kinds of resources for display. */
const catalogs = defineCustomResource({
  group: 'catalog.minik8s.io',
  version: 'v1',
  kind: 'Catalog',
  scope: 'Cluster',
  description: 'A group of kinds of resources: the catalog that a declaration names.',
  spec: z.object({
    title: z.string().min(1).meta({ description: 'The displayed title.' }),
    description: z.string().optional(),
    order: z.int().default(0).meta({ description: 'Lower ones come first.' }),
    parent: z.string().min(1).optional().meta({ description: 'Name of the Catalog that this one is part of.' }),
    icon: z.string().optional(),
  }),
  columns: [
    { name: 'Title', type: 'string', jsonPath: '.spec.title' },
    { name: 'Order', type: 'integer', jsonPath: '.spec.order' },
  ],
});

/** An object of the resource `catalogs`. */
export type Catalog = ObjectOf<typeof catalogs>;

/** The decisions on a request. */
const APPROVALS = ['Pending', 'Passed', 'Rejected'] as const;

/** `JoinTeamRequest`: a user asks to become a member. The decision is in the status, separate from the request. */
const joinTeamRequests = defineCustomResource({
  group: 'iam.minik8s.io',
  version: 'v1',
  kind: 'JoinTeamRequest',
  scope: 'Namespaced',
  description: 'A user who asks to become a member of a team.',
  spec: z.object({ team: z.string().min(1), user: z.string().min(1), reason: z.string().optional() }),
  status: z.object({ approval: z.enum(APPROVALS).default('Pending'), decidedBy: z.string().optional() }),
  columns: [
    { name: 'Team', type: 'string', jsonPath: '.spec.team' },
    { name: 'User', type: 'string', jsonPath: '.spec.user' },
    { name: 'Approval', type: 'string', jsonPath: '.status.approval' },
  ],
});

/** An object of the resource `jointeamrequests`. */
export type JoinTeamRequest = ObjectOf<typeof joinTeamRequests>;

/** The roles of members of a team. */
const TEAM_ROLES = ['owner', 'admin', 'member'] as const;

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
      // A map: members that other clients added are kept when the team is applied again.
      .meta({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['user'] }),
    quota: z
      .record(z.string(), z.union([z.int(), z.string()]))
      .optional()
      .meta({ description: 'Quantities by name: cpu: 2, memory: 4Gi.' }),
  }),
  status: z.object({ memberCount: z.int().optional() }),
  columns: [{ name: 'Title', type: 'string', jsonPath: '.spec.displayName' }],
});

/** An object of the resource `teams`. */
export type Team = ObjectOf<typeof teams>;

/** The resources of a new server, each after those that its objects refer to. No controller of this project reconciles them. */
export const initialResources: readonly CustomResource[] = [
  catalogs,
  binaryMetadatas,
  teams,
  users,
  joinTeamRequests,
  apiTokens,
];
