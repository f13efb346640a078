import type { JSONSchemaProps } from '@kubemin/kubeapi/types/apiextensions.v1';
import { hiddenStatusFields } from './flat-shape.ts';
import { type OpenApiSchema, openApiSchema, openApiSchemas } from './openapi-schema.ts';
import type { ServedResource } from './served-resource.ts';

const TEXT = { type: 'string' };
const COUNT = { type: 'integer', minimum: 0 };
const LABELS = { type: 'object', additionalProperties: TEXT };
const RESULT = { type: 'string', enum: ['Pending', 'Doing', 'Succeeded', 'Warning', 'Failed'] };

/** A reference to a named schema. */
export function schemaRef(name: string): OpenApiSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** Schemas that all resources share. */
export const COMMON_SCHEMAS: Readonly<Record<string, OpenApiSchema>> = {
  Problem: {
    description: 'An error in the format of RFC 9457.',
    type: 'object',
    properties: {
      type: TEXT,
      title: TEXT,
      status: { type: 'integer' },
      detail: TEXT,
      instance: TEXT,
      code: { type: 'string', description: 'Stable, in upper snake case.' },
      problems: {
        type: 'array',
        items: { type: 'object', properties: { field: TEXT, message: TEXT }, required: ['field', 'message'] },
      },
      texts: {
        type: 'object',
        description: 'Code and parameters of the texts, by the names of their fields.',
        additionalProperties: {
          type: 'object',
          properties: { code: TEXT, params: { type: 'object' } },
          required: ['code'],
        },
      },
    },
    required: ['type', 'title', 'status', 'detail', 'instance', 'code'],
  },
  PhaseSummary: {
    description: 'One line about one phase; Done is the end.',
    type: 'object',
    properties: {
      phase: TEXT,
      description: TEXT,
      result: RESULT,
      startTime: TEXT,
      endTime: TEXT,
      warning: TEXT,
      error: TEXT,
    },
    required: ['phase', 'result'],
  },
  PhaseDetail: {
    description: 'One phase, as a checklist, a table of objects, a progress, or with nothing to show.',
    type: 'object',
    properties: { phase: TEXT, result: RESULT, kind: { enum: ['none', 'checklist', 'objectdetail', 'progress'] } },
    required: ['phase', 'result', 'kind'],
  },
};

/** The schemas of one resource: response, input, patch and page. */
export function resourceSchemas({ resource, shape, machine }: ServedResource): Readonly<Record<string, OpenApiSchema>> {
  const { kind, declaration } = resource;
  const own = openApiSchemas(shape.spec.properties ?? {});
  const required = shape.spec.required ?? [];
  const status = shape.status && visibleStatus(shape.status, hiddenStatusFields(machine));
  const responseProperties = {
    name: TEXT,
    ...(resource.namespaced && { namespace: TEXT }),
    uid: TEXT,
    resourceVersion: TEXT,
    createdAt: { type: 'string', format: 'date-time' },
    deleting: { type: 'boolean', description: 'Set while the object is being deleted.' },
    labels: LABELS,
    ...own,
    phase: TEXT,
    ...(machine && {
      result: RESULT,
      reason: { type: 'string', description: 'The error or warning of the current phase.' },
    }),
    ...(status && { status: openApiSchema(status) }),
  };
  const inputProperties = { name: TEXT, resourceVersion: TEXT, labels: LABELS, ...own };
  return {
    [kind]: {
      description: declaration.description,
      type: 'object',
      properties: responseProperties,
      required: ['name', 'uid', 'resourceVersion', 'createdAt', ...required],
    },
    [`${kind}Input`]: {
      description: 'Read-only fields may be sent back; they are ignored.',
      type: 'object',
      properties: inputProperties,
      ...(required.length > 0 && { required }),
    },
    [`${kind}Patch`]: { description: 'A merge patch: null removes a field.', type: 'object' },
    [`${kind}Page`]: {
      type: 'object',
      properties: { items: { type: 'array', items: schemaRef(kind) }, total: COUNT, page: COUNT, pageSize: COUNT },
      required: ['items', 'total', 'page', 'pageSize'],
    },
  };
}

function visibleStatus(status: JSONSchemaProps, hidden: readonly string[]): JSONSchemaProps {
  const { required = [], properties = {}, ...rest } = status;
  const shown = Object.entries(properties).filter(([name]) => !hidden.includes(name));
  const needed = required.filter((name) => !hidden.includes(name));
  return { ...rest, properties: Object.fromEntries(shown), ...(needed.length > 0 && { required: needed }) };
}
