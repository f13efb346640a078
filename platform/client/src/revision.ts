import * as z from 'zod';
import { fieldChangeSchema, objectNameSchema } from './manifest.ts';
import { revisionSchema } from './operation.ts';

/** One state of an application with what it says. */
export const revisionDetailSchema = revisionSchema.extend({
  /** The canonical document, secret values masked. */
  document: z.record(z.string(), z.unknown()),
  /** The same as an author would write it, in the format its author wrote: printed anew, so that masks can stand in it. */
  text: z.string(),
  format: z.enum(['json', 'yaml']),
});
export type RevisionDetail = z.output<typeof revisionDetailSchema>;

/** What becomes of an object between two revisions; `keep`: it holds data, and delivery leaves it. */
export const objectChangeSchema = z.object({
  action: z.enum(['create', 'update', 'replace', 'delete', 'keep', 'unchanged']),
  component: z.string(),
  object: objectNameSchema,
  fields: z.array(fieldChangeSchema).readonly(),
  /** Of the fields, those that nobody can change on an object that exists. */
  immutable: z.array(z.string()).readonly(),
});
export type ObjectChange = z.output<typeof objectChangeSchema>;

/** In what two revisions of an application differ. */
export const revisionDiffSchema = z.object({
  from: z.number().int(),
  to: z.number().int(),
  /** One line for each thing that comes, goes or changes, in words. */
  words: z.array(z.string()).readonly(),
  /** The fields of the document, list entries by name. */
  document: z.array(fieldChangeSchema).readonly(),
  /** The objects it renders to; those that stay as they are are left out. */
  objects: z.array(objectChangeSchema).readonly(),
});
export type RevisionDiff = z.output<typeof revisionDiffSchema>;
