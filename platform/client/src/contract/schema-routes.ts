import * as z from 'zod';
import { pluginListSchema } from './plugin.ts';
import { defineRoute } from './route.ts';
import { applicationParams, emptyBody, nothing } from './route-parts.ts';

const anySchema = z.record(z.string(), z.unknown());

const parameterValue = z.union([z.string(), z.number(), z.boolean()]);
const bound = z.union([z.number(), z.string()]);

/** A parameter of a template: what applications that use it may choose. */
export const templateParameterSchema = z.object({
  name: z.string(),
  type: z.enum(['string', 'integer', 'number', 'boolean', 'enum', 'quantity', 'secret']),
  description: z.string(),
  required: z.boolean(),
  /** What applies where no value is given; absent for secrets and for required parameters. */
  default: parameterValue.optional(),
  values: z.array(parameterValue).readonly().optional(),
  pattern: z.string().optional(),
  minimum: bound.optional(),
  maximum: bound.optional(),
});
export type TemplateParameterView = z.output<typeof templateParameterSchema>;

/** The parameters of a template: as a list, as fields of a form, and as the JSON Schema of their values. */
export const templateParametersSchema = z.object({
  parameters: z.array(templateParameterSchema).readonly(),
  form: z.array(anySchema).readonly(),
  schema: anySchema,
});
export type TemplateParametersView = z.output<typeof templateParametersSchema>;

/** The routes of the document schema, its forms, and the plug-ins that add to it. */
export const schemaRoutes = {
  applicationSchema: defineRoute({
    method: 'GET',
    path: '/schemas/application',
    summary: 'Gives the JSON Schema (2020-12) of application documents, with every type and trait this server knows',
    access: 'read',
    subject: 'projects',
    params: nothing,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: anySchema },
    errors: [],
  }),
  applicationForm: defineRoute({
    method: 'GET',
    path: '/schemas/form',
    summary: 'Gives what a form for application documents needs: fields, labels, help, groups, widgets and defaults',
    access: 'read',
    subject: 'projects',
    params: nothing,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: anySchema },
    errors: [],
  }),
  templateParameters: defineRoute({
    method: 'GET',
    path: '/applications/:appId/parameters',
    summary: 'Gives the parameters of a template, the form for their values, and the JSON Schema of the values',
    access: 'read',
    subject: 'application',
    params: applicationParams,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: templateParametersSchema },
    errors: ['APPLICATION_NOT_FOUND'],
  }),
  listPlugins: defineRoute({
    method: 'GET',
    path: '/plugins',
    summary: 'Lists the plug-ins of this server, what they add and the schemas of that, also those that failed to load',
    access: 'read',
    subject: 'projects',
    params: nothing,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: pluginListSchema },
    errors: [],
  }),
};
