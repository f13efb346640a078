import * as z from 'zod';
import { annotations, field, labels } from '../../field/index.ts';
import { networkMessages } from '../../messages/index.ts';
import { rejection } from '../../problem/index.ts';
import { host, hosts, urlPath } from '../http-route.ts';
import { profileName } from '../profile.ts';
import { objectName, reference } from '../reference.ts';
import { backendFields } from '../route-backend.ts';

const pathType = field(z.enum(['Prefix', 'Exact', 'ImplementationSpecific']).optional(), {
  code: 'INVALID_PATH_TYPE',
  fix: networkMessages.pathTypes,
});

const backend = z.object({
  ...backendFields,
  weight: z.number().int().min(0).optional(),
  headers: z.record(z.string(), z.string()).optional(),
});

const rewrite = z.object({
  /** `replace`: the whole path. `prefix`: the route's path, keeping the rest. `regexReplace`: by groups of a pattern. */
  type: field(z.enum(['replace', 'regexReplace', 'prefix']).default('replace'), {
    valueAliases: { regex: 'regexReplace' },
    code: 'INVALID_REWRITE_TYPE',
  }),
  /** The pattern of regexReplace. @default the route's path */
  match: z.string().trim().min(1).optional(),
  replacement: z.string().trim().default('/'),
});

const route = z.object({
  path: urlPath().default('/'),
  pathType,
  /** Instead of the entry's hosts. */
  host: host().optional(),
  backend: field(backend, { missing: 'MISSING_SERVICE_NAME', fix: networkMessages.backendFix }),
  rewrite: rewrite.optional(),
});

/** What a profile for ingresses may have. */
export const ingressProfile = z.object({
  namespace: objectName().optional(),
  hosts: hosts().optional(),
  label: field(labels().removeDefault().optional(), { aliases: ['labels'] }),
  annotations: annotations().removeDefault().optional(),
  ingressClassName: objectName().optional(),
  defaultPathType: pathType,
  tls: z
    .array(z.object({ secretName: reference().optional(), hosts: hosts().default([]) }))
    .max(100)
    .optional(),
});

/** One Ingress, or several where its routes are rewritten in different ways. */
export const ingressEntry = z.object({
  profile: profileName(),
  /** Used as given; without one, a name is generated from the component's. */
  name: objectName().optional(),
  ...ingressProfile.shape,
  routes: field(
    z
      .array(route)
      .max(1000)
      .refine((list) => list.length > 0, {
        ...rejection(networkMessages.ingressWithoutRoutes, { code: 'MISSING_INGRESS_ROUTES' }),
      }),
    { missing: 'MISSING_INGRESS_ROUTES', fix: networkMessages.routeFix },
  ),
});

/** The canonical data of one entry. */
export type IngressEntry = z.output<typeof ingressEntry>;
