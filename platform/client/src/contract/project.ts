import * as z from 'zod';
import { schemaMessages } from '../messages/index.ts';
import { instantSchema } from './instant.ts';
import { lenientBody } from './lenient-body.ts';
import { EVERYWHERE, projectNameSchema } from './role.ts';

const MOST_ENTRIES = 100;
const LONGEST_PATTERN = 63;

/** The parameters of a path that names a project. */
export const projectParams = z.object({
  project: projectNameSchema.min(1).refine((name) => name !== EVERYWHERE, schemaMessages.projectName.message),
});

const namespacePattern = z
  .string()
  .max(LONGEST_PATTERN)
  .regex(/^[a-z0-9](([-a-z0-9]*[a-z0-9])?|[-a-z0-9]*\*)$/, schemaMessages.namespacePattern.message);
const reference = z
  .string()
  .max(400)
  .regex(/^[A-Z][A-Za-z]*(\/[-a-z0-9]+)?\/[-a-z0-9.]+\*?$/, schemaMessages.reference.message);
const quantity = z.string().regex(/^\d+(\.\d+)?(m|k|M|G|T|Ki|Mi|Gi|Ti)?$/, schemaMessages.quantity.message);

/** What all pods of a namespace may request in total. */
const quotaSchema = z.object({
  cpu: quantity.optional(),
  memory: quantity.optional(),
  pods: z.number().int().min(0).max(1_000_000).optional(),
});

const settings = {
  /** Objects that its applications may refer to. @default all of its namespaces that belong to no application */
  references: z.array(reference).max(MOST_ENTRIES).readonly().optional(),
  /** Of each of its namespaces. @default the setting of the platform */
  quota: quotaSchema.optional(),
  /** What containers without a request get. @default the setting of the platform */
  limitRange: z.object({ cpu: quantity.optional(), memory: quantity.optional() }).optional(),
  /** The level of Pod Security that its namespaces enforce. @default the setting of the platform */
  podSecurity: z.enum(['privileged', 'baseline', 'restricted']).optional(),
  /** `isolated`: pods reach DNS and the project, and are reached by it and by ingress. @default isolated */
  network: z.enum(['isolated', 'open']).optional(),
};

const content = z.object({
  description: z.string().max(1000).default(''),
  clusters: z.array(z.string().min(1).max(LONGEST_PATTERN)).min(1).max(MOST_ENTRIES).readonly().default(['default']),
  /** Names, or prefixes that end in `*`, in each of the clusters. */
  namespaces: z.array(namespacePattern).min(1).max(MOST_ENTRIES).readonly(),
  ...settings,
});

/** What a project is bound to, as a whole: what is omitted takes its default. */
export const projectContentSchema = lenientBody(content);
export type ProjectContent = z.output<typeof content>;

/** A project; `bound` is false for one that only applications and roles name. */
export const projectSchema = z.object({
  name: z.string(),
  bound: z.boolean(),
  description: z.string(),
  clusters: z.array(z.string()).readonly(),
  namespaces: z.array(z.string()).readonly(),
  ...settings,
  /** How many applications it has. */
  applications: z.number().int(),
  createTime: instantSchema.optional(),
  updateTime: instantSchema.optional(),
});
export type Project = z.output<typeof projectSchema>;

/** Projects by name. */
export const projectListSchema = z.object({ projects: z.array(projectSchema).readonly() });
export type ProjectList = z.output<typeof projectListSchema>;
