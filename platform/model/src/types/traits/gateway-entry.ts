import * as z from 'zod';
import { annotations, duration, field, labels, port } from '../../field/index.ts';
import { fieldMessages, networkMessages } from '../../messages/index.ts';
import { type DocumentPath, rejection } from '../../problem/index.ts';
import { host, hosts, urlPath } from '../http-route.ts';
import { profileName } from '../profile.ts';
import { objectName, reference } from '../reference.ts';
import { backendFields } from '../route-backend.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'] as const;
const REDIRECTS = [301, 302, 303, 307, 308] as const;

const backend = z.object({
  ...backendFields,
  /** Its share of the requests, in relation to the other backends of the route. */
  weight: field(z.number().int().min(0).max(1_000_000).default(1), {
    code: 'INVALID_ROUTE',
    fix: fieldMessages.wholeNumberFromTo({ least: 0, most: 1000000 }),
  }),
});

const rewrite = z.object({
  /** `prefix`: the route's path, keeping the rest. `replace`: the whole path. `regex`: by groups of a pattern. */
  type: field(z.enum(['prefix', 'replace', 'regex']).default('prefix'), {
    valueAliases: { regexReplace: 'regex' },
    code: 'INVALID_REWRITE_TYPE',
  }),
  /** The pattern of a regex rewrite. @default the route's path */
  match: z.string().trim().min(1).optional(),
  replacement: z.string().trim().default('/'),
});

const redirect = z.object({
  scheme: field(z.enum(['http', 'https']).optional(), { code: 'INVALID_ROUTE' }),
  host: host().optional(),
  port: port().optional(),
  /** The whole new path. @default the path asked for */
  path: urlPath().optional(),
  statusCode: field(z.literal(REDIRECTS).default(302), {
    code: 'INVALID_ROUTE',
    fix: fieldMessages.useOneOf({ names: REDIRECTS.map(String) }),
  }),
});

const route = z.object({
  path: urlPath().default('/'),
  pathType: field(z.enum(['prefix', 'exact', 'regex']).default('prefix'), {
    valueAliases: { pathPrefix: 'prefix', regularExpression: 'regex', implementationSpecific: 'regex' },
    code: 'INVALID_PATH_TYPE',
  }),
  /** Instead of the entry's hosts. */
  host: host().optional(),
  /** Requests by any of these; all when left out. */
  methods: z
    .array(field(z.enum(METHODS), { code: 'INVALID_ROUTE' }))
    .max(METHODS.length)
    .default([]),
  /** Only requests with all of these headers, exactly so. */
  headers: z.record(z.string(), z.string()).default({}),
  /** For routes with one. */
  backend: backend.optional(),
  backends: z.array(backend).max(16).default([]),
  rewrite: rewrite.optional(),
  redirect: redirect.optional(),
  timeout: field(z.object({ request: duration().optional(), backend: duration().optional() }).optional(), {
    aliases: ['timeouts'],
  }),
});

/** What a profile for gateways may have. */
export const gatewayProfile = z.object({
  hosts: hosts().optional(),
  labels: labels().removeDefault().optional(),
  annotations: annotations().removeDefault().optional(),
  tls: z
    .array(z.object({ secretName: reference(), hosts: hosts().default([]) }))
    .max(100)
    .optional(),
});

/** One way in, whatever the cluster has for a gateway. */
export const gatewayEntry = z.object({
  profile: profileName(),
  /** Used as given; without one, a name is generated from the component's. */
  name: objectName().optional(),
  ...gatewayProfile.shape,
  routes: field(
    z
      .array(route)
      .max(1000)
      .refine((list) => list.length > 0, {
        ...rejection(networkMessages.gatewayWithoutRoutes, { code: 'MISSING_INGRESS_ROUTES' }),
      }),
    { missing: 'MISSING_INGRESS_ROUTES', fix: networkMessages.routeFix },
  ),
});

/** The canonical data of one entry. */
export type GatewayEntry = z.output<typeof gatewayEntry>;

type Route = GatewayEntry['routes'][number];

/** A backend and where it stands in its route. */
export interface RouteBackend {
  readonly backend: Route['backends'][number];
  readonly path: DocumentPath;
}

/** All backends of a route, given alone or in a list. */
export function routeBackends({ backend: only, backends }: Route): readonly RouteBackend[] {
  return [
    ...(only === undefined ? [] : [{ backend: only, path: ['backend'] }]),
    ...backends.map((one, index) => ({ backend: one, path: ['backends', index] })),
  ];
}
