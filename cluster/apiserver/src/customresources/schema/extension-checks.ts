import { fieldError, isJsonObject } from '@kubemin/kubeapi';
import type { KeywordReader } from './keyword-reader.ts';
import { inside, keyed } from './schema-path.ts';
import type { StructuralSchema } from './structural-schema.ts';

/** What the `x-kubernetes-*` keywords that are not about lists must hold. */
export function checkExtensions(keywords: KeywordReader, schema: StructuralSchema): void {
  const { path } = keywords;
  if (keywords.value('x-kubernetes-preserve-unknown-fields') === false) {
    const at = inside(path, 'x-kubernetes-preserve-unknown-fields');
    keywords.report(fieldError.invalid(at, false, 'must be true or undefined'));
  }
  if (schema.intOrString) {
    const why = 'must be false if x-kubernetes-int-or-string is true';
    if (schema.preserveUnknownFields)
      keywords.report(fieldError.invalid(inside(path, 'x-kubernetes-preserve-unknown-fields'), true, why));
    if (schema.embeddedResource)
      keywords.report(fieldError.invalid(inside(path, 'x-kubernetes-embedded-resource'), true, why));
  }
  checkMapType(keywords);
  checkCelRules(keywords);
}

function checkMapType(keywords: KeywordReader): void {
  const type = keywords.text('type');
  if (keywords.text('x-kubernetes-map-type') === undefined || type === 'object') return;
  const at = inside(keywords.path, 'type');
  const why = 'must be object if x-kubernetes-map-type is specified';
  keywords.report(type === undefined ? fieldError.required(at, why) : fieldError.invalid(at, type, why));
}

/** The rules are not compiled: only what can be seen without knowing CEL is checked. */
function checkCelRules(keywords: KeywordReader): void {
  for (const [index, rule] of keywords.list('x-kubernetes-validations').entries()) {
    const at = keyed(keywords.path, 'x-kubernetes-validations', index);
    const text = isJsonObject(rule) && typeof rule.rule === 'string' ? rule.rule.trim() : '';
    if (text === '') keywords.report(fieldError.required(inside(at, 'rule'), 'rule is not specified'));
    const message = isJsonObject(rule) && typeof rule.message === 'string' ? rule.message : '';
    if (message.trim().includes('\n'))
      keywords.report(fieldError.invalid(inside(at, 'message'), message, 'message must not contain line breaks'));
    else if (message.trim() === '' && text.includes('\n'))
      keywords.report(
        fieldError.required(inside(at, 'message'), 'message must be specified if rule contains line breaks'),
      );
  }
}
