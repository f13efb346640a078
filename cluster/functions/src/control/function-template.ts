import { createHash } from 'node:crypto';
import { controllerReference } from '@kubemin/controller';
import { asJsonObject, type JsonObject, type JsonValue } from '@kubemin/kubeapi';
import type { ControllerRevision } from '@kubemin/kubeapi/types/apps.v1';
import type { FunctionObject, FunctionSpec } from '../resources/index.ts';
import { FUNCTION_LABEL } from './instance-pods.ts';

const TEMPLATE_FIELDS = [
  ...(['runtime', 'source', 'image', 'port', 'entry', 'env', 'resources'] as const),
  ...(['defaultArguments', 'legacyErrors'] as const),
] as const;

/** The part of a function that its instances are made from; each version of it is a revision. */
export type FunctionTemplate = Pick<FunctionSpec, (typeof TEMPLATE_FIELDS)[number]>;

/** A stored version of a function. */
export interface StoredRevision {
  readonly name: string;
  /** Grows with each version that became the newest one. */
  readonly number: number;
  readonly template: FunctionTemplate;
  readonly object: ControllerRevision;
}

export function functionTemplate(spec: FunctionSpec): FunctionTemplate {
  const { runtime, source, image, port, entry, env, resources, defaultArguments, legacyErrors } = spec;
  return { runtime, source, image, port, entry, env, resources, defaultArguments, legacyErrors };
}

/** The same template has the same name, so that a return to an earlier version finds what it had. */
export function revisionName(name: string, template: FunctionTemplate): string {
  const digest = createHash('sha256')
    .update(stableJson(asJsonValue(template)))
    .digest('hex');
  return `${name}-${digest.slice(0, 8)}`;
}

export function makeRevision(owner: FunctionObject, template: FunctionTemplate, number: number): ControllerRevision {
  const { name = '', namespace = '' } = owner.metadata;
  return {
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    metadata: {
      name: revisionName(name, template),
      namespace,
      labels: { [FUNCTION_LABEL]: name },
      ownerReferences: [controllerReference(owner)],
    },
    revision: number,
    data: asJsonValue(template),
  };
}

export function readRevision(object: ControllerRevision): StoredRevision {
  const data: JsonObject = asJsonObject(object.data);
  const { runtime = '', legacyErrors = false } = data;
  return {
    name: object.metadata.name ?? '',
    number: object.revision,
    // Written by makeRevision from a spec that the server has validated.
    template: { ...asTemplate(data), runtime: String(runtime), legacyErrors: legacyErrors === true },
    object,
  };
}

function asTemplate(data: unknown): Partial<FunctionTemplate> {
  return typeof data === 'object' && data !== null ? data : {};
}

function asJsonValue(value: unknown): JsonValue {
  const parsed: JsonValue = JSON.parse(JSON.stringify(value));
  return parsed;
}

function stableJson(value: JsonValue): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(stableJson).join()}]`;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${stableJson(each ?? null)}`).join()}}`;
}
