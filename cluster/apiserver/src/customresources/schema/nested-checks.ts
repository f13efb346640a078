import { fieldError } from '@kubemin/kubeapi';
import type { KeywordReader } from './keyword-reader.ts';
import { inside, keyed } from './schema-path.ts';
import type { StructuralSchema } from './structural-schema.ts';

/** What may stand outside of allOf, anyOf, oneOf and not only, and how Kubernetes words it. */
const OUTSIDE_ONLY: Readonly<Record<string, string>> = {
  additionalProperties: 'must be undefined to be structural',
  default: 'must be undefined to be structural',
  title: 'must be empty to be structural',
  description: 'must be empty to be structural',
  nullable: 'must be false to be structural',
  externalDocs: 'must be undefined to be structural',
  'x-kubernetes-preserve-unknown-fields': 'must be false to be structural',
  'x-kubernetes-embedded-resource': 'must be false to be structural',
  'x-kubernetes-int-or-string': 'must be false to be structural',
  'x-kubernetes-list-map-keys': 'must be empty to be structural',
  'x-kubernetes-list-type': 'must be undefined to be structural',
  'x-kubernetes-map-type': 'must be undefined to be structural',
  'x-kubernetes-validations': 'must be empty to be structural',
};

/** Inside a junctor there are conditions on values only: which alternative holds must not decide what a field is. */
export function checkNested(keywords: KeywordReader, schema: StructuralSchema): void {
  for (const [keyword, why] of Object.entries(OUTSIDE_ONLY)) {
    const value = keywords.value(keyword);
    const absent =
      value === undefined || value === false || value === '' || (Array.isArray(value) && value.length === 0);
    if (!absent) keywords.report(fieldError.forbidden(inside(keywords.path, keyword), why));
  }
  if (keywords.text('type') !== undefined && !isIntOrStringBranch(keywords)) {
    keywords.report(fieldError.forbidden(inside(keywords.path, 'type'), 'must be empty to be structural'));
  }
  if (schema.properties.has('metadata')) {
    const at = keyed(keywords.path, 'properties', 'metadata');
    keywords.report(fieldError.forbidden(at, 'must not be specified in a nested context'));
  }
}

/** `anyOf: [{type: integer}, {type: string}]` is how int-or-string is written for other readers of the schema. */
function isIntOrStringBranch(keywords: KeywordReader): boolean {
  const expected = keywords.path.endsWith('anyOf[0]') ? 'integer' : keywords.path.endsWith('anyOf[1]') ? 'string' : '';
  return keywords.text('type') === expected;
}
