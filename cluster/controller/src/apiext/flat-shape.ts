import { TerminalError } from '@kubemin/base';
import { qualifiedName } from '@kubemin/kubeapi';
import type { JSONSchemaProps } from '@kubemin/kubeapi/types/apiextensions.v1';
import { apiextMessages } from '../messages/index.ts';
import type { CustomResource } from '../resource/index.ts';
import type { PhaseViews } from './phase-views.ts';

/** Metadata fields that callers may set besides the spec. */
export const WRITABLE_FIELDS = ['name', 'namespace', 'resourceVersion', 'labels'] as const;
/** Fields that only the server sets. */
export const READ_ONLY_FIELDS = ['uid', 'createdAt', 'deleting', 'phase', 'result', 'reason', 'status'] as const;

/** Status fields that are not returned: a machine's fields are returned as phases, the phase on the first level. */
export function hiddenStatusFields(machine: PhaseViews | undefined): readonly string[] {
  return machine === undefined
    ? ['phase']
    : ['phase', 'state', 'failedFrom', 'paused', 'conditions', 'observedGeneration'];
}

/** Which fields the flat objects of a resource have. */
export interface FlatShape {
  readonly resource: CustomResource;
  /** The fields of the spec, with their schemas. */
  readonly spec: JSONSchemaProps;
  /** Undefined for a resource without a status. */
  readonly status: JSONSchemaProps | undefined;
  /** All names on the first level. */
  readonly fields: ReadonlySet<string>;
}

/** The shape of a resource's flat objects. Throws when a field of its spec has a reserved name. */
export function flatShape(resource: CustomResource): FlatShape {
  const properties = versionSchema(resource)?.properties ?? {};
  const { spec = {}, status } = properties;
  const own = Object.keys(spec.properties ?? {});
  const reserved: readonly string[] = [...WRITABLE_FIELDS, ...READ_ONLY_FIELDS];
  const taken = own.filter((name) => reserved.includes(name));
  if (taken.length > 0) {
    const fields = taken.map((name) => `spec.${name}`).join(', ');
    const names = { name: qualifiedName(resource), fields, taken: taken.join(', ') };
    throw new TerminalError(apiextMessages.fieldTaken(names), { code: 'APIEXT_FIELD_TAKEN' });
  }
  return { resource, spec, status, fields: new Set([...reserved, ...own]) };
}

function versionSchema({ definition, version }: CustomResource): JSONSchemaProps | undefined {
  return definition.spec.versions.find(({ name }) => name === version)?.schema?.openAPIV3Schema;
}
