import { notAcceptable } from '@kubemin/kubeapi';

/** The form of objects a client wants to see. */
export type ObjectForm = 'plain' | 'table' | 'partial';

/** How a response is encoded. */
export type ResponseFormat = 'json' | 'yaml';

interface Acceptance {
  readonly form: ObjectForm;
  readonly format: ResponseFormat;
}

const FORMATS: ReadonlyMap<string, ResponseFormat> = new Map([
  ['application/json', 'json'],
  ['application/*', 'json'],
  ['*/*', 'json'],
  ['application/yaml', 'yaml'],
]);

const PLAIN_JSON: Acceptance = { form: 'plain', format: 'json' };

/** Table and PartialObjectMetadata are the forms of this group. */
const TRANSFORM_GROUP = 'meta.k8s.io';

/** The form that the first entry of an Accept header asks for that can be served; 406 when there is none. */
export function negotiateObjectForm(accept: string | undefined, formats: readonly ResponseFormat[]): ObjectForm {
  const found = firstAcceptable(accept, formats);
  if (found === undefined) throw notAcceptable(formats.map((format) => `application/${format}`));
  return found.form;
}

/** The encoding of a response; JSON when the server has none of those accepted. */
export function negotiateResponseFormat(accept: string | undefined): ResponseFormat {
  // Rarely requested: skip the parsing.
  if (accept?.includes('yaml') !== true) return 'json';
  return firstAcceptable(accept, ['json', 'yaml'])?.format ?? 'json';
}

function firstAcceptable(accept: string | undefined, formats: readonly ResponseFormat[]): Acceptance | undefined {
  if (accept === undefined || accept === 'application/json' || accept.trim() === '') return PLAIN_JSON;
  for (const entry of accept.split(',')) {
    const [range = '', ...parameters] = entry.split(';').map((part) => part.trim());
    const format = FORMATS.get(range.toLowerCase());
    if (format === undefined || !formats.includes(format)) continue;
    const form = requestedForm(new Map(parameters.map(splitParameter)));
    if (form !== undefined) return { form, format };
  }
  return undefined;
}

function requestedForm(parameters: ReadonlyMap<string, string>): ObjectForm | undefined {
  const as = parameters.get('as');
  if (as === undefined) return 'plain';
  if (parameters.get('g') !== TRANSFORM_GROUP || parameters.get('v') !== 'v1') return undefined;
  if (as === 'Table') return 'table';
  return as === 'PartialObjectMetadata' || as === 'PartialObjectMetadataList' ? 'partial' : undefined;
}

function splitParameter(parameter: string): [string, string] {
  const [key = '', value = ''] = parameter.split('=');
  return [key.trim().toLowerCase(), value.trim()];
}
