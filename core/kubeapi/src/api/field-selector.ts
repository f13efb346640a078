import { SelectorError } from './selector-error.ts';

/** One condition on a field. The server decides which fields a resource supports. */
export interface FieldRequirement {
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/** Reads `metadata.name=web,status.phase!=Running`. A value may hold `,`, `=` and `\` behind a backslash. */
export function parseFieldSelector(text: string): readonly FieldRequirement[] {
  return splitTerms(text)
    .filter((term) => term !== '')
    .map((term) => parseTerm(text, term));
}

/** The inverse of parsing. */
export function formatFieldSelector(requirements: readonly FieldRequirement[]): string {
  return requirements
    .map(({ field, operator, value }) => `${field}${operator}${value.replace(/[\\,=]/g, '\\$&')}`)
    .join(',');
}

function splitTerms(text: string): readonly string[] {
  const terms: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === ',') {
      terms.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...terms, text.slice(start)];
}

function parseTerm(selector: string, term: string): FieldRequirement {
  const [, field, operator, value] = /^([^=!]+?)(==|!=|=)(.*)$/s.exec(term) ?? [];
  if (field === undefined || value === undefined) {
    throw new SelectorError(`invalid selector: '${selector}'; can't understand '${term}'`);
  }
  return { field: field.trim(), operator: operator === '!=' ? '!=' : '=', value: withoutEscapes(selector, value) };
}

function withoutEscapes(selector: string, value: string): string {
  const rest = value.replace(/\\[\\,=]/g, '');
  const stray = /[\\,=]/.exec(rest)?.[0];
  if (stray !== undefined) {
    throw new SelectorError(
      `invalid selector: '${selector}'; write '\\${stray}' for '${stray}' in the value '${value}'`,
    );
  }
  return value.replace(/\\([\\,=])/g, '$1');
}
