import * as z from 'zod';
import { documentTextSchema } from './document-text.ts';
import type { ErrorName } from './error-catalogue.ts';

/** The query of a route that has none, and the parameters of a path without any. */
export const nothing = z.object({});

/** The parameters of a path that names an application. */
export const applicationParams = z.object({ appId: z.string().min(1) });

/** The parameters of a path that names a run. */
export const taskParams = z.object({ taskId: z.string().min(1) });

/** A request without a body. */
export const emptyBody = { encoding: 'none', schema: z.undefined(), invalid: 'BAD_REQUEST' } as const;

/** An application document as its author wrote it. */
export const documentBody = { encoding: 'document', schema: documentTextSchema, invalid: 'BODY_UNREADABLE' } as const;

/** Whether fields that no schema has are kept with a warning instead of refused. */
export const leniencyQuery = z.object({
  lenient: z
    .enum(['true', 'false', ''])
    .transform((text) => text !== 'false')
    .optional(),
});

/** What a document may be refused with that would become an application. */
export const DOCUMENT_ERRORS = [
  'BODY_UNREADABLE',
  'IMAGE_MISSING',
  'TEMPLATE_NOT_ENABLED',
  'TEMPLATE_EMPTY',
  'TEMPLATE_TARGET_INVALID',
  'VALIDATION_FAILED',
  'APPLICATION_NOT_FOUND',
  'APPLICATION_NAME_TAKEN',
  'APPLICATION_DELETING',
] as const satisfies readonly ErrorName[];

/** A JSON body about runs and workflows. */
export const workflowBody = <S extends z.ZodType>(schema: S) =>
  ({ encoding: 'json', schema, invalid: 'WORKFLOW_BODY_INVALID' }) as const;

/** A JSON body about anything else. */
export const jsonBody = <S extends z.ZodType>(schema: S) =>
  ({ encoding: 'json', schema, invalid: 'BAD_REQUEST' }) as const;

/** What status 202 of a request that runs a workflow means. */
export const STILL_RUNNING =
  'The run is stored and has not ended: `waited` is the reason for which the response does not wait longer.';
