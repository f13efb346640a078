import type { JSONSchemaProps } from '@kubemin/kubeapi/types/apiextensions.v1';
import { hiddenStatusFields } from './flat-shape.ts';
import { eachSchema, type OpenApiSchema, openApiSchema } from './openapi-schema.ts';
import type { ServedResource } from './served-resource.ts';

const TEXT = { type: 'string' };
const COUNT = { type: 'integer', minimum: 0 };
const LABELS = { type: 'object', additionalProperties: TEXT };
const RESULT = { type: 'string', enum: ['Pending', 'Doing', 'Succeeded', 'Warning', 'Failed'] };

/** What a reference to a named schema looks like. */
export function schemaRef(name: string): OpenApiSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** Schemas that all resources share. */
export const COMMON_SCHEMAS: Readonly<Record<string, OpenApiSchema>> = {
  Problem: {
    description: 'An error, as RFC 9457 writes it.',
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
    },
    required: ['type', 'title', 'status', 'detail', 'instance', 'code'],
  },
  PhaseSummary: {
    description: 'One line about one phase; Done stands for the end.',
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

/** The schemas of one resource: what is answered, what is sent, what a page holds. */
export function resourceSchemas({ resource, shape, machine }: ServedResource): Readonly<Record<string, OpenApiSchema>> {
  const { kind, declaration } = resource;
  const own = eachSchema(shape.spec.properties ?? {});
  const required = shape.spec.required ?? [];
  const status = shape.status && shownStatus(shape.status, hiddenStatusFields(machine));
  const answered = {
    name: TEXT,
    ...(resource.namespaced && { namespace: TEXT }),
    uid: TEXT,
    resourceVersion: TEXT,
    createdAt: { type: 'string', format: 'date-time' },
    deleting: { type: 'boolean', description: 'Set once the object is about to go.' },
    labels: LABELS,
    ...own,
    phase: TEXT,
    ...(machine && { result: RESULT, reason: { type: 'string', description: 'Why it is not well.' } }),
    ...(status && { status: openApiSchema(status) }),
  };
  const sent = { name: TEXT, resourceVersion: TEXT, labels: LABELS, ...own };
  return {
    [kind]: {
      description: declaration.description,
      type: 'object',
      properties: answered,
      required: ['name', 'uid', 'resourceVersion', 'createdAt', ...required],
    },
    [`${kind}Input`]: {
      description: 'Fields that only the server says may be sent back; they are passed over.',
      type: 'object',
      properties: sent,
      ...(required.length > 0 && { required }),
    },
    [`${kind}Patch`]: { description: 'A merge patch: null takes a field away.', type: 'object' },
    [`${kind}Page`]: {
      type: 'object',
      properties: { items: { type: 'array', items: schemaRef(kind) }, total: COUNT, page: COUNT, pageSize: COUNT },
      required: ['items', 'total', 'page', 'pageSize'],
    },
  };
}

function shownStatus(status: JSONSchemaProps, hidden: readonly string[]): JSONSchemaProps {
  const { required = [], properties = {}, ...rest } = status;
  const shown = Object.entries(properties).filter(([name]) => !hidden.includes(name));
  const needed = required.filter((name) => !hidden.includes(name));
  return { ...rest, properties: Object.fromEntries(shown), ...(needed.length > 0 && { required: needed }) };
}
