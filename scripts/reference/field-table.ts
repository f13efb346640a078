import type { FormField, Widget } from '@kubemin/model';
import { type Language, phrases } from './language.ts';

type Item = NonNullable<FormField['item']>;

const TYPES: Readonly<Record<Widget, Readonly<Record<Language, string>>>> = {
  text: { en: 'text', zh: '文本' },
  textarea: { en: 'text', zh: '文本' },
  password: { en: 'text', zh: '文本' },
  number: { en: 'number', zh: '数字' },
  switch: { en: 'true or false', zh: '真或假' },
  select: { en: 'one of', zh: '枚举' },
  tags: { en: 'list of', zh: '列表：' },
  keyValue: { en: 'map of texts', zh: '文本映射' },
  list: { en: 'list of', zh: '列表：' },
  group: { en: 'object', zh: '对象' },
  traits: { en: 'traits', zh: '特征' },
  json: { en: 'any', zh: '任意' },
};

/** A Markdown table of fields, those inside objects and lists included. */
export function fieldTable(fields: readonly FormField[], language: Language): string {
  const words = phrases[language];
  if (fields.length === 0) return `${words.noFields}\n`;
  const head = `| ${words.field} | ${words.type} | ${words.defaultValue} | ${words.meaning} |\n|---|---|---|---|`;
  const rows = fields.flatMap((field) => fieldRows(field, field.name, language));
  return `${[head, ...rows].join('\n')}\n`;
}

function fieldRows(field: FormField, path: string, language: Language): readonly string[] {
  const missing = field.required ? `*${phrases[language].required}*` : '';
  const standard = field.default === undefined || field.default === '' ? missing : code(field.default);
  const example = field.example === undefined ? '' : phrases[language].example(code(field.example));
  const cells = [`\`${path}\``, formatType(field, language), standard, `${field.help[language]}${example}`];
  const inner = field.fields ?? [];
  const entries = field.item?.fields ?? [];
  return [
    `| ${cells.map(cell).join(' | ')} |`,
    ...inner.flatMap((each) => fieldRows(each, `${path}.${each.name}`, language)),
    ...entries.flatMap((each) => fieldRows(each, `${path}[].${each.name}`, language)),
  ];
}

function formatType(field: Item, language: Language): string {
  const name = TYPES[field.widget][language];
  if (field.options !== undefined) return `${name} ${field.options.map(({ value }) => `\`${value}\``).join(', ')}`;
  if (field.widget !== 'list' && field.widget !== 'tags') return `${name}${bounds(field)}`;
  return field.item === undefined ? name : `${name} ${formatType(field.item, language)}`;
}

function bounds({ minimum, maximum }: Item): string {
  if (minimum === undefined && maximum === undefined) return '';
  // The largest 32-bit number is Kubernetes' own limit and need not be shown.
  if (maximum === undefined || maximum >= 2_147_483_647) return minimum === undefined ? '' : ` ≥ ${minimum}`;
  return ` ${minimum ?? '…'}–${maximum}`;
}

function code(value: unknown): string {
  return `\`${typeof value === 'string' && value !== '' ? value : JSON.stringify(value)}\``;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ').trim();
}
