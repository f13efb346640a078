import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { isMap, isScalar, parseAllDocuments, visit } from 'yaml';

const ROOT = join(import.meta.dirname, '..');
const EXAMPLES = join(ROOT, 'examples');

/** Words, numbers and times that YAML 1.1 and 1.2 read differently where they stand without quotes. */
const AMBIGUOUS = [
  /^(?:y|n|yes|no|on|off)$/i,
  /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.\d*)?$/,
  /^[-+]?0\d+$/,
  /^[-+]?\d[\d,_]*_[\d,_]*$/,
  /^0b[01_]+$/,
  /^\d{4}-\d{1,2}-\d{1,2}(?:[Tt ].*)?$/,
  /^=$/,
];

function findFaults(text: string): readonly string[] {
  const faults: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const at = `line ${index + 1}`;
    if (/^ *\t/.test(line)) faults.push(`${at}: a tab in the indentation`);
    // Outside quotes and comments: readers of 1.1 take "?" inside a plain value of a flow collection for a key.
    const bare = line.replaceAll(/"(?:\\.|[^"\\])*"|'(?:''|[^'])*'/g, '""').replace(/(^|\s)#.*$/, '');
    const flow = /[{[](.*)[}\]]/.exec(bare)?.[1] ?? '';
    if (/[^\s,{[]\?/.test(flow)) faults.push(`${at}: "?" without quotes in a flow collection`);
    if (/(?:^|[:\-,[{]\s+)[@`%]/.test(bare)) faults.push(`${at}: a value that starts with a reserved character`);
    if (/(?:^|[:\-,[{]\s+)\*[^\w-]/.test(bare)) faults.push(`${at}: a value that starts with "*"`);
  }
  for (const document of parseAllDocuments(text, { uniqueKeys: true })) {
    faults.push(...document.errors.map(({ message }) => message));
    visit(document, {
      Scalar: (_, node) => {
        const { source = '', type } = node;
        if (type === 'PLAIN' && AMBIGUOUS.some((each) => each.test(source))) faults.push(`"${source}" needs quotes`);
      },
      Map: (_, node) => {
        if (!isMap(node)) return;
        const keys = node.items.map(({ key }) => (isScalar(key) ? String(key.value) : ''));
        if (new Set(keys).size !== keys.length) faults.push(`a key twice among ${keys.join(', ')}`);
      },
    });
  }
  return faults;
}

const files = readdirSync(EXAMPLES, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name))
  .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));

test.each(files)('R-22: %s means the same to strict readers of YAML 1.1', (file) => {
  expect(findFaults(readFileSync(join(ROOT, file), 'utf8'))).toEqual([]);
});

test.each([
  'a: { b: /x?y=1 }',
  'a: on',
  'a: 12:30:00',
  'a: 0644',
  'a: 2024-01-02',
  'a: @b',
  'a: *.example.com',
  'a: 1\na: 2',
  'a:\n\tb: 1',
  'a: 1_000',
])('R-22: %j is found', (text) => {
  expect(findFaults(text)).not.toEqual([]);
});
