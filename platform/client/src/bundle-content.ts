import * as z from 'zod';

const anything = z.record(z.string(), z.unknown());

const component = z.object({
  id: z.number().int().min(1),
  name: z.string(),
  type: z.string(),
  removedIn: z.number().int().nullable(),
  createdAt: z.number(),
});

const revision = z.object({
  revision: z.number().int().min(1),
  /** Canonical, secrets and all. */
  document: anything,
  source: z.object({ text: z.string(), format: z.enum(['json', 'yaml']) }),
  removedComponents: z.array(z.string()),
  creator: z.string(),
  createdAt: z.number(),
  note: z.string().nullable(),
  workflows: z.array(z.looseObject({ id: z.string() })),
  rollout: z.record(z.string(), z.looseObject({ strategy: z.string() })),
});

const application = z.object({
  id: z.string().min(1).max(64),
  workflowId: z.string().min(1).max(64),
  project: z.string(),
  cluster: z.string(),
  namespace: z.string(),
  name: z.string(),
  alias: z.string(),
  version: z.string(),
  description: z.string(),
  icon: z.string(),
  tmpEnable: z.boolean(),
  revision: z.number().int().min(1),
  createdAt: z.number(),
  updatedAt: z.number(),
  components: z.array(component),
  revisions: z.array(revision).min(1),
  /** The profiles it refers to. */
  profiles: z.array(z.object({ kind: z.string(), name: z.string() })),
});
export type BundledApplication = z.output<typeof application>;

const profile = z.object({
  kind: z.string().max(63),
  name: z.string().max(63),
  description: z.string(),
  settings: anything,
});
export type BundledProfile = z.output<typeof profile>;

/** What a sealed bundle holds, once it is open. */
export const bundleContentSchema = z.object({ applications: z.array(application), profiles: z.array(profile) });
export type BundleContent = z.output<typeof bundleContentSchema>;
