/** Words that YAML readers of any age take for something else than text. */
const RESERVED = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i;
/** Text that every YAML parser reads as a string. Numbers and dates begin with a digit or sign, and are quoted. */
const PLAIN = /^[A-Za-z_/](?:[A-Za-z0-9_./@+-]|:(?=[^\s:])| (?=[A-Za-z0-9_./@+-]))*$/;
const PLAIN_KEY = /^[A-Za-z_][A-Za-z0-9_./-]*$/;
/** Several lines that can stand as they are: nothing unprintable, and unambiguous indentation. */
const BLOCK =
  /^[\x21-\x7e\u00a1-\u167f\u1681-\u1fff\u3001-\ud7ff][\x20-\x7e\n\t\u00a1-\u167f\u1681-\u1fff\u3001-\ud7ff]*$/;
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** A JSON value in YAML's block style, keys in order. Recursive: bodies that are too deep are refused when they come. */
export function yamlText(value: unknown): string {
  return `${nested(value, '').replace(/^[\n ]/, '')}\n`;
}

/** The items of a list, one after the other, as they stand below `items:`. */
export function yamlItem(value: unknown): string {
  return `-${item(value, '')}\n`;
}

/** A value after `key:`, with the space or line break before it. */
function nested(value: unknown, indent: string): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return ' []';
    return value.map((entry) => `\n${indent}-${item(entry, indent)}`).join('');
  }
  if (typeof value !== 'object' || value === null) return ` ${scalar(value, indent)}`;
  const entries = entryLines(value, indent);
  return entries.length === 0 ? ' {}' : `\n${indent}${entries.join(`\n${indent}`)}`;
}

/** A value after `-`: what is inside it begins in the same line. */
function item(value: unknown, indent: string): string {
  const inner = `${indent}  `;
  if (typeof value !== 'object' || value === null) return ` ${scalar(value, inner)}`;
  const text = nested(value, inner);
  return text.startsWith('\n') ? ` ${text.slice(inner.length + 1)}` : text;
}

function entryLines(value: object, indent: string): readonly string[] {
  return Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => `${keyText(key)}:${nested(inner, Array.isArray(inner) ? indent : `${indent}  `)}`);
}

function scalar(value: unknown, indent: string): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? 'null';
  if (PLAIN.test(value) && !RESERVED.test(value)) return value;
  return value.includes('\n') && BLOCK.test(value) ? block(value, indent === '' ? '  ' : indent) : quoted(value);
}

function block(value: string, indent: string): string {
  let length = value.length;
  while (value[length - 1] === '\n') length -= 1;
  const [body, end] = [value.slice(0, length), value.slice(length)];
  const chomping = end === '' ? '-' : end === '\n' ? '' : '+';
  const lines = body.split('\n').map((line) => (line === '' ? '' : `${indent}${line}`));
  return `|${chomping}\n${lines.join('\n')}${end.slice(1)}`;
}

function keyText(key: string): string {
  return PLAIN_KEY.test(key) && !RESERVED.test(key) ? key : quoted(key);
}

function quoted(value: string): string {
  return JSON.stringify(value).replace(
    UNPRINTABLE,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
