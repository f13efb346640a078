/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** Whether a value is one. */
export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a schema is, in a word or two, with links to shapes. */
export function typeWords(schema: unknown): string {
  if (!isJson(schema)) return 'anything';
  if (typeof schema.$ref === 'string') return link(schema.$ref.replace('#/components/schemas/', ''));
  if ('const' in schema) return `\`${String(schema.const)}\``;
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `\`${value}\``).join(', ');
  const alternatives = [schema.anyOf, schema.oneOf].find((list) => Array.isArray(list));
  if (Array.isArray(alternatives)) return alternatives.map(typeWords).join(' or ');
  if (schema.type === 'array') return `list of ${typeWords(schema.items)}`;
  if (schema.type === 'object' && isJson(schema.additionalProperties)) {
    return `map of ${typeWords(schema.additionalProperties)}`;
  }
  if (schema.format === 'date-time') return 'moment';
  const name = NAMES[String(schema.type)] ?? 'anything';
  return `${name}${bounds(schema)}`;
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
};

function link(name: string): string {
  return name.startsWith('ApplicationDocument') ? '[a document](application.md)' : `[${name}](#${name.toLowerCase()})`;
}

function bounds({ minimum, maximum, maxLength }: Json): string {
  if (maxLength !== undefined) return ` of at most ${maxLength} characters`;
  if (minimum !== undefined && maximum !== undefined) return ` ${minimum}–${maximum}`;
  return minimum === undefined ? '' : ` ≥ ${minimum}`;
}
