import * as z from 'zod';
import { jobSchema } from './job.ts';
import { lenientBody } from './lenient-body.ts';
import { runNumberSchema } from './task.ts';
import { awaitedRun, runReport } from './workflow.ts';

const copies = z.number().int().min(0).max(10_000);
const seconds = z.number().int().min(0).max(86_400);
const freeObject = z.record(z.string(), z.unknown());

const component = z.object({
  name: z.string().trim().min(1),
  /** `update`, `add` or `remove`. */
  action: z.string().default('update'),
  image: z.string().trim().min(1).optional(),
  /** How many copies; of a canary, how many of them run the new version first. */
  replicas: copies.optional(),
  /** Joins the variables there are; null takes one away. */
  env: z.record(z.string(), z.string().nullable()).optional(),
  /** Of a component that is added. */
  type: z.string().trim().min(1).optional(),
  /** Take the place of those of the same name. */
  properties: freeObject.optional(),
  traits: freeObject.optional(),
});
export type ComponentChange = z.output<typeof component>;

const update = z.object({
  version: z.string().trim().min(1).max(255),
  /** `rolling`, `recreate`, `canary` or `blue-green`; by default, as each component's document defines. */
  strategy: z.string().optional(),
  components: z.array(lenientBody(component)).max(1000).readonly().default([]),
  /** Whether a run delivers it right away. Without it: if any component changes. */
  autoExec: z.boolean().optional(),
  /** What is new; shown with the revision. */
  description: z.string().max(10_000).optional(),
  canaryReplicas: z.number().int().min(1).max(10_000).optional(),
  approval: z.enum(['manual', 'automatic']).optional(),
  pauseSeconds: seconds.optional(),
  graceSeconds: seconds.optional(),
  ...runReport,
});

/** A new version: what becomes of which components, and how the new takes the place of the old. */
export const versionRequestSchema = lenientBody(update);
export type VersionRequest = z.output<typeof update>;

const names = z.array(z.string()).readonly();

/** The version that was stored, and the run that delivers it where there is one. */
export const versionedSchema = z.object({
  appId: z.string(),
  version: z.string(),
  previousVersion: z.string(),
  strategy: z.string(),
  revision: z.number().int(),
  taskId: z.string().optional(),
  /** The number of that run. */
  number: runNumberSchema.optional(),
  updatedComponents: names,
  addedComponents: names,
  removedComponents: names,
  ...awaitedRun,
});
export type Versioned = z.output<typeof versionedSchema>;

const verdict = z.object({ comment: z.string().max(1000).optional() });

/** Why an update goes on, or back. */
export const versionVerdictSchema = lenientBody(verdict);
export type VersionVerdict = z.output<typeof verdict>;

/** The run that goes on or back, and what of it was decided. */
export const decidedVersionSchema = z.object({
  taskId: z.string(),
  number: runNumberSchema,
  jobs: z.array(jobSchema).readonly(),
});
export type DecidedVersion = z.output<typeof decidedVersionSchema>;
