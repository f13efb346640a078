import * as z from 'zod';
import { schemaMessages } from '../messages/index.ts';
import { projectNameSchema } from './role.ts';

const anything = z.record(z.string(), z.unknown());

/** What is longer or larger than these would not fit where it is stored. */
const label = z.string().max(63);
const line = z.string().max(255);
const count = z
  .number()
  .int()
  .min(1)
  .max(2 ** 31 - 1);
const moment = z.number().int().min(0);

const component = z.object({
  id: count,
  name: label,
  type: line,
  removedIn: count.nullable(),
  createdAt: moment,
});

const document = anything.refine(
  ({ name, component, workflow }) => typeof name === 'string' && Array.isArray(component) && Array.isArray(workflow),
  schemaMessages.applicationDocument.message,
);

const revision = z.object({
  revision: count,
  /** Canonical, secrets and all. */
  document,
  source: z.object({ text: z.string(), format: z.enum(['json', 'yaml']) }),
  removedComponents: z.array(z.string()),
  creator: line,
  createdAt: moment,
  note: z.string().nullable(),
  workflows: z.array(z.looseObject({ id: z.string() })),
  rollout: z.record(z.string(), z.looseObject({ strategy: z.string() })),
});

const fields = z.object({
  id: z.string().min(1).max(64),
  workflowId: z.string().min(1).max(64),
  project: projectNameSchema,
  cluster: label,
  namespace: label,
  name: label,
  alias: z.string(),
  version: z.string(),
  description: z.string(),
  icon: z.string(),
  tmpEnable: z.boolean(),
  revision: count,
  createdAt: moment,
  updatedAt: moment,
  components: z.array(component),
  revisions: z.array(revision).min(1),
  /** The profiles it refers to. */
  profiles: z.array(z.object({ kind: label, name: label })),
});

const application = fields
  .refine(({ revision, revisions }) => revisions.some((each) => each.revision === revision), {
    path: ['revisions'],
    message: schemaMessages.currentRevisionMissing.message,
  })
  .refine(({ revision, revisions }) => revisions.every((each) => each.revision <= revision), {
    path: ['revisions'],
    message: schemaMessages.revisionTooHigh.message,
  });
export type BundledApplication = z.output<typeof application>;

const profile = z.object({
  kind: label,
  name: label,
  description: z.string(),
  settings: anything,
});
export type BundledProfile = z.output<typeof profile>;

/** What a sealed bundle holds, once it is open. */
export const bundleContentSchema = z.object({ applications: z.array(application), profiles: z.array(profile) });
export type BundleContent = z.output<typeof bundleContentSchema>;
