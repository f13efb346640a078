import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expandText, expandWords, parseDockerfile, parseJsonForm } from './dockerfile.ts';

const variables = new Map([
  ['A', 'one two'],
  ['EMPTY', ''],
]);
const options = { escapeCharacter: '\\', lookup: (name: string) => variables.get(name) };

describe('lines', () => {
  test('continued lines, comments and flags are read', () => {
    const { instructions } = parseDockerfile(
      '# syntax=docker/dockerfile:1\n# comment\n\nfrom base AS b\n  copy --chmod=755 --link a \\\n  # inside\n\n   b \\  \n /c/\nCMD --not-a-flag\r\n',
    );
    expect(instructions).toEqual([
      { line: 4, name: 'FROM', flags: new Map(), text: 'base AS b' },
      {
        line: 5,
        name: 'COPY',
        flags: new Map([
          ['chmod', '755'],
          ['link', ''],
        ]),
        text: 'a    b  /c/',
      },
      { line: 10, name: 'CMD', flags: new Map(), text: '--not-a-flag' },
    ]);
  });

  test('another escape character joins lines, and backslashes are then plain', () => {
    const { instructions, escapeCharacter } = parseDockerfile('# escape=`\nCOPY a `\n C:\\x\\\nCMD y');
    expect(escapeCharacter).toBe('`');
    expect(instructions.map(({ text }) => text)).toEqual(['a  C:\\x\\', 'y']);
  });

  test('a directive after the first instruction or comment is a comment', () => {
    expect(parseDockerfile('# hello\n# escape=`\nFROM x').escapeCharacter).toBe('\\');
    expect(() => parseDockerfile('# escape=x\n')).toThrow('Dockerfile:1: invalid escape character "x"');
    expect(() => parseDockerfile('COPY --link --link a b')).toThrow('Dockerfile:1: --link is given twice');
  });

  test('instructions are found again at their lines, however they are spaced, commented and continued', () => {
    const word = fc.stringMatching(/^[a-zA-Z0-9/._-]{1,8}$/).filter((text) => !text.startsWith('-'));
    const instruction = fc.record({
      name: fc.constantFrom('FROM', 'COPY', 'ENV', 'CMD', 'FOO'),
      words: fc.array(word, { minLength: 1, maxLength: 4 }),
      before: fc.array(fc.constantFrom('', '   ', '# note', '  # RUN x \\'), { maxLength: 3 }),
      joint: fc.constantFrom(' ', '  ', ' \\\n', ' \\ \n  ', ' \\\n# inside\n', ' \\\n\n'),
    });
    fc.assert(
      fc.property(fc.array(instruction, { maxLength: 5 }), fc.constantFrom('\n', '\r\n'), (given, newline) => {
        const lines: string[] = [];
        const wanted = given.map(({ name, words, before, joint }) => {
          lines.push(...before);
          const line = lines.length + 1;
          lines.push(...`${name} ${words.join(joint)}`.split('\n'));
          return { line, name, words };
        });
        const found = parseDockerfile(lines.join(newline)).instructions;
        expect(found.map(({ line, name, text }) => ({ line, name, words: expandWords(text, options) }))).toEqual(
          wanted,
        );
      }),
    );
  });
});

describe('words', () => {
  test.each<[string, readonly string[]]>([
    ['a  b\tc', ['a', 'b', 'c']],
    [`$A-x \${A}y`, ['one two-x', 'one twoy']],
    ['"a $A" \'b $A\'', ['a one two', 'b $A']],
    ['a\\ b \\$A "\\$A \\" \\n"', ['a b', '$A', '$A " \\n']],
    [`\${B:-x y} \${A:-z} \${A:+set} \${EMPTY:-e}\${B:+no}`, ['x y', 'one two', 'set', 'e']],
    [`\${B:-\${A}} $ $1`, ['one two', '$', '$1']],
    ['k="v w"z "" \'\'', ['k=v wz', '', '']],
  ])('%s', (text, words) => {
    expect(expandWords(text, options)).toEqual(words);
  });

  test.each([
    ["'a", 'unterminated single quote'],
    ['"a', 'unterminated double quote'],
    [`\${A`, 'unsupported variable substitution'],
    [`\${A:-x`, 'unterminated variable substitution'],
    [`\${A%x}`, 'unsupported variable substitution'],
  ])('%s is refused', (text, message) => {
    expect(() => expandWords(text, options)).toThrow(message);
  });

  test('any words survive quoting', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (words) => {
        const quoted = words.map((word) => `"${word.replace(/["$\\`]/g, '\\$&')}"`);
        expect(expandWords(quoted.join(' '), options)).toEqual(words);
        expect(expandText(quoted.join(' '), options)).toBe(words.join(' '));
      }),
    );
  });
});

test('only lists of strings are the JSON form', () => {
  expect(parseJsonForm('["a", "b c"]')).toEqual(['a', 'b c']);
  expect(parseJsonForm('[]')).toEqual([]);
  for (const text of ['echo', "['a']", '[1]', '["a"', '[ -f x ]']) expect(parseJsonForm(text)).toBeUndefined();
});
