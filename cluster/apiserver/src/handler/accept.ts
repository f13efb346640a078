import { notAcceptable } from '@kubemin/kubeapi';

/** The form of objects a client wants to see. */
export type ObjectForm = 'plain' | 'table' | 'partial';

const JSON_RANGES = ['application/json', 'application/*', '*/*'];

/** Table and PartialObjectMetadata are the forms of this group. */
const TRANSFORM_GROUP = 'meta.k8s.io';

/** The first entry of an Accept header that can be served; 406 when there is none. */
export function objectFormOf(accept: string | undefined): ObjectForm {
  if (accept === undefined || accept.trim() === '') return 'plain';
  for (const entry of accept.split(',')) {
    const [range = '', ...parameters] = entry.split(';').map((part) => part.trim());
    if (!JSON_RANGES.includes(range.toLowerCase())) continue;
    const form = transformOf(new Map(parameters.map(pair)));
    if (form !== undefined) return form;
  }
  throw notAcceptable(['application/json']);
}

function transformOf(parameters: ReadonlyMap<string, string>): ObjectForm | undefined {
  const as = parameters.get('as');
  if (as === undefined) return 'plain';
  if (parameters.get('g') !== TRANSFORM_GROUP || parameters.get('v') !== 'v1') return undefined;
  if (as === 'Table') return 'table';
  return as === 'PartialObjectMetadata' || as === 'PartialObjectMetadataList' ? 'partial' : undefined;
}

function pair(parameter: string): [string, string] {
  const [key = '', value = ''] = parameter.split('=');
  return [key.trim().toLowerCase(), value.trim()];
}
