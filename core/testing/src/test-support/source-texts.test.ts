import { expect, test } from 'vitest';
import { textsIn } from './source-texts.ts';

test('finds texts behind patterns, comments, types and nested templates', () => {
  const source = [
    "// 'not this'",
    `const quoted = /["'\`]/.test(x) ? \`a \${f({ b: \`in \${1 / 2} it\` })} c \${d}\` : "e\\"f";`,
    "const g: 'h' | undefined = { fix: 'Do it.', other: i / 2 };",
  ].join('\n');
  expect(textsIn(source)).toEqual([
    { text: 'in {0} it', property: 'b' },
    { text: 'a {0} c {1}', property: undefined },
    { text: 'e"f', property: undefined },
    { text: 'h', property: 'g' },
    { text: 'Do it.', property: 'fix' },
  ]);
});
