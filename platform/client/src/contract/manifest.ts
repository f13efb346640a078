import * as z from 'zod';
import { problemSchema } from './problem.ts';

/** What names an object of a cluster. */
export const objectNameSchema = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  namespace: z.string().optional(),
  name: z.string(),
});
export type ObjectName = z.output<typeof objectNameSchema>;

/** A Kubernetes object, ready to be applied; what a Secret holds is masked. */
export const manifestSchema = z.record(z.string(), z.unknown());
export type Manifest = z.output<typeof manifestSchema>;

/** One object an application comes to. */
export const renderedObjectSchema = z.object({
  component: z.string(),
  /** The component or trait it comes from, as `component[0].traits.rbac`. */
  source: z.string().optional(),
  manifest: manifestSchema,
});
export type RenderedObject = z.output<typeof renderedObjectSchema>;

/** The objects a document comes to, in the order of its components. */
export const renderingSchema = z.object({
  objects: z.array(renderedObjectSchema).readonly(),
  /** What is doubtful about the document. */
  problems: z.array(problemSchema).readonly(),
});
export type Rendering = z.output<typeof renderingSchema>;

/** One field in which two states of something differ; `before` or `after` is absent when only one state has it. */
export const fieldChangeSchema = z.object({
  /** `spec.template.spec.containers[web].image`: entries of lists by their name where they have one. */
  field: z.string(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  /** What in the document causes it, where that is known. */
  cause: z.string().optional(),
});
export type FieldChange = z.output<typeof fieldChangeSchema>;
