import { toError } from '@kubemin/base';
import {
  badRequest,
  type FieldRequirement,
  type KubeObject,
  type LabelSelector,
  parseFieldSelector,
  parseLabelSelector,
} from '@kubemin/kubeapi';
import type { Interest, ObjectFilter } from '../storage/index.ts';
import type { ServedResource } from './served-resource.ts';

/** What a list or watch is about. */
export interface Selection {
  readonly matches: ObjectFilter;
  /** Nothing is filtered out. */
  readonly everything: boolean;
  /** Set when only one name can match. */
  readonly name: string | undefined;
  /** What every match has in common; undefined when the selectors name no value. */
  readonly interest: Interest | undefined;
}

const METADATA_FIELDS: ReadonlyMap<string, (object: KubeObject) => string> = new Map([
  ['metadata.name', ({ metadata }) => metadata.name ?? ''],
  ['metadata.namespace', ({ metadata }) => metadata.namespace ?? ''],
]);

/** Reads labelSelector and fieldSelector; 400 for what cannot be read or is not selectable. */
export function parseSelection(resource: ServedResource, query: URLSearchParams): Selection {
  const labels = read(() => parseLabelSelector(query.get('labelSelector') ?? ''));
  const fields = read(() => parseFieldSelector(query.get('fieldSelector') ?? '')).map((field) =>
    requirement(resource, field),
  );
  const byLabel = labels.requirements.length > 0;
  return {
    everything: !byLabel && fields.length === 0,
    name: fields.find(({ field, operator }) => field === 'metadata.name' && operator === '=')?.value,
    interest: fieldInterest(fields) ?? labelInterest(labels),
    matches: (object) =>
      (!byLabel || labels.matches(object.metadata.labels ?? {})) &&
      fields.every(({ value, operator, get }) => (get(object) === value) === (operator === '=')),
  };
}

/** Fields select more sharply than labels: one node of many, one name. */
function fieldInterest(fields: readonly ResolvedRequirement[]): Interest | undefined {
  const equal = fields.find(({ operator }) => operator === '=');
  return equal && { property: `field:${equal.field}`, read: equal.get, values: [equal.value] };
}

function labelInterest({ requirements }: LabelSelector): Interest | undefined {
  const among = requirements.find(({ operator }) => operator === 'In');
  if (among === undefined) return undefined;
  const { key, values } = among;
  return { property: `label:${key}`, read: ({ metadata }) => metadata.labels?.[key], values };
}

interface ResolvedRequirement extends FieldRequirement {
  readonly get: (object: KubeObject) => string;
}

function requirement(resource: ServedResource, required: FieldRequirement): ResolvedRequirement {
  const fields = resource.strategy.selectableFields;
  const get =
    METADATA_FIELDS.get(required.field) ??
    (fields && Object.hasOwn(fields, required.field) ? fields[required.field] : undefined);
  if (get === undefined) throw badRequest(fields === undefined ? onlyMetadata(required) : notSupported(required));
  return { ...required, get };
}

function onlyMetadata({ field }: FieldRequirement): string {
  return `"${field}" is not a known field selector: only "metadata.name", "metadata.namespace"`;
}

function notSupported({ field }: FieldRequirement): string {
  return `field label not supported: ${field}`;
}

function read<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw badRequest(toError(error).message);
  }
}
