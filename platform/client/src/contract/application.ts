import * as z from 'zod';
import { applicationHealthSchema } from './application-health.ts';
import { componentSchema } from './component.ts';
import { instantSchema } from './instant.ts';
import { lenientBody } from './lenient-body.ts';
import { nextPage, pageFields } from './page.ts';
import { problemSchema } from './problem.ts';

/** What runs of an application, independent of its document. */
export const servingSchema = z.object({
  /** The newest revision that was delivered as a whole, or gone back to after a refusal. */
  revision: z.number().int(),
  /** The revision it has gone back to. */
  restores: z.number().int().optional(),
});
export type Serving = z.output<typeof servingSchema>;

/** What every response about an application holds. */
export const applicationSchema = z.object({
  id: z.string(),
  name: z.string(),
  namespace: z.string(),
  /** Where it is delivered. */
  cluster: z.string(),
  alias: z.string(),
  project: z.string(),
  version: z.string(),
  description: z.string(),
  icon: z.string(),
  tmpEnable: z.boolean(),
  workflowId: z.string(),
  /** Counts from 1; grows by one with each change of the document. */
  revision: z.number().int(),
  createTime: instantSchema,
  updateTime: instantSchema,
});
export type Application = z.output<typeof applicationSchema>;

/** The response to creating or updating an application. */
export const savedApplicationSchema = applicationSchema.extend({
  outcome: z.enum(['created', 'updated', 'unchanged']),
  /** Components the previous revision had and this one has not. */
  removedComponents: z.array(z.string()).readonly(),
  /** Warnings only: an error would have refused the document. */
  problems: z.array(problemSchema).readonly(),
});
export type SavedApplication = z.output<typeof savedApplicationSchema>;

/** One application of several. */
export const applicationSummarySchema = applicationSchema.extend({ health: applicationHealthSchema });
export type ApplicationSummary = z.output<typeof applicationSummarySchema>;

/** One application with its components. */
export const applicationDetailSchema = applicationSummarySchema.extend({
  /** Absent while no revision was delivered as a whole. */
  serving: servingSchema.optional(),
  components: z.array(componentSchema).readonly(),
});
export type ApplicationDetail = z.output<typeof applicationDetailSchema>;

/** Applications, the one changed last first. */
export const applicationListSchema = z.object({
  applications: z.array(applicationSummarySchema).readonly(),
  ...nextPage,
});
export type ApplicationList = z.output<typeof applicationListSchema>;

const filter = z.object({
  ...pageFields,
  name: z.string().optional(),
  namespace: z.string().optional(),
  cluster: z.string().optional(),
  project: z.string().optional(),
  /** Whether others may use it as a template. */
  tmpEnable: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
  /** Anywhere in the name, alias or description, whatever the case. */
  text: z.string().min(1).max(200).optional(),
});

/** Which applications to list. Name, namespace and project match exactly: this is how one is found by its name. */
export const applicationFilterSchema = lenientBody(filter);
export type ApplicationFilter = Partial<z.output<typeof filter>>;

/** A change of an application's document: what is named takes the place of what is there, null takes it away. */
export const applicationPatchSchema = lenientBody(z.record(z.string(), z.unknown()));
export type ApplicationPatch = z.output<typeof applicationPatchSchema>;
