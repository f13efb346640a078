import { fieldError } from '@kubemin/kubeapi';
import type { KeywordReader } from './keyword-reader.ts';
import { inside, type SchemaPlace } from './schema-path.ts';
import { SCHEMA_TYPES } from './structural-schema.ts';

/** Keywords of JSON Schema that would make pruning and defaulting undecidable, or mean nothing here. */
const UNSUPPORTED = ['id', '$schema', '$ref', 'additionalItems', 'patternProperties', 'definitions', 'dependencies'];

/** Keywords that no schema may have at this place. */
export function checkKeywords(keywords: KeywordReader, place: SchemaPlace): void {
  const { path } = place;
  for (const keyword of UNSUPPORTED.filter((name) => keywords.has(name))) {
    keywords.report(fieldError.forbidden(inside(path, keyword), `${keyword} is not supported`));
  }
  const type = keywords.text('type');
  if (type === 'null') {
    const why = 'type cannot be set to null, use nullable as an alternative';
    keywords.report(fieldError.forbidden(inside(path, 'type'), why));
  } else if (type !== undefined && !SCHEMA_TYPES.some((known) => known === type)) {
    keywords.report(fieldError.notSupported(inside(path, 'type'), type, SCHEMA_TYPES));
  }
  if (keywords.flag('uniqueItems')) {
    const why = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
    keywords.report(fieldError.forbidden(inside(path, 'uniqueItems'), why));
  }
  if (keywords.has('default') && place.noDefaults !== undefined) {
    keywords.report(fieldError.forbidden(inside(path, 'default'), `must not be set ${place.noDefaults}`));
  }
  if (place.insideMeta && keywords.flag('x-kubernetes-embedded-resource')) {
    const why = 'must not be used inside of resource meta';
    keywords.report(fieldError.forbidden(inside(path, 'x-kubernetes-embedded-resource'), why));
  }
  if (place.level === 'root' && keywords.flag('nullable')) {
    keywords.report(fieldError.forbidden(inside(path, 'nullable'), 'nullable cannot be true at the root'));
  }
  checkExclusiveProperties(keywords);
}

/** Properties are for structs, additionalProperties for maps: both at once would contradict pruning. */
function checkExclusiveProperties(keywords: KeywordReader): void {
  const further = keywords.value('additionalProperties');
  const named = Object.keys(keywords.object('properties') ?? {}).length > 0;
  if (further === undefined || further === true || !named) return;
  const why = 'additionalProperties and properties are mutual exclusive';
  keywords.report(fieldError.forbidden(inside(keywords.path, 'additionalProperties'), why));
}
