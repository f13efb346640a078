import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { logLevel, markFound, parseLogFilter, parseLogText, parseStructured, plainLogText } from './log-text.ts';

const ESC = '\u001b';

describe('colours of terminals', () => {
  test('colours and weights become styles, and a reset ends them', () => {
    expect(parseLogText(`${ESC}[1;31mred${ESC}[0m plain ${ESC}[92mgreen${ESC}[39m`)).toEqual([
      { text: 'red', bold: true, colour: 'red' },
      { text: ' plain ' },
      { text: 'green', colour: 'green' },
    ]);
  });

  test('the parameters of extended colours are not read as codes of their own', () => {
    expect(parseLogText(`${ESC}[38;5;1mone${ESC}[38;2;31;4;1mtwo${ESC}[4mthree`)).toEqual([
      { text: 'one' },
      { text: 'two' },
      { text: 'three', underlined: true },
    ]);
  });

  test('sequences that move the cursor, set a title or make a link are removed', () => {
    const text = `${ESC}[2J${ESC}[1;1Ha${ESC}]0;title\u0007b${ESC}]8;;https://evil.example${ESC}\\c${ESC}(Bd`;
    expect(plainLogText(text)).toBe('abcd');
  });

  test('an unfinished sequence at the end of a line is no text', () => {
    expect(plainLogText(`done${ESC}`)).toBe('done');
  });
});

test('control characters and characters that change the direction are visible', () => {
  expect(plainLogText('a\u0000b\rc\u202Egnp.exe\u2066\u200b')).toBe('a␀b␍c<U+202E>gnp.exe<U+2066><U+200B>');
  expect(plainLogText('a\tb 中文 é')).toBe('a\tb 中文 é');
});

test('the pieces of any line, joined, are its plain text, and no piece has an escape', () => {
  const line = fc.array(
    fc.oneof(fc.string(), fc.constantFrom(ESC, `${ESC}[`, `${ESC}[31m`, `${ESC}[0m`, '\u202e', '\u0007', ']', 'm')),
  );
  fc.assert(
    fc.property(line, (parts) => {
      const text = parts.join('');
      const pieces = markFound(parseLogText(text), parseLogFilter('m'));
      expect(pieces.map((piece) => piece.text).join('')).toBe(plainLogText(text));
      expect(plainLogText(text)).not.toContain(ESC);
    }),
  );
});

describe('filters', () => {
  test('a text is searched as it is, whatever the case', () => {
    const filter = parseLogFilter('a.b(c');
    expect([...'xA.B(Cx aXbc'.matchAll(filter ?? /$/g)].map(([found]) => found)).toEqual(['A.B(C']);
  });

  test('an expression between slashes is one, and an invalid one is none', () => {
    expect('took 412 ms'.match(parseLogFilter('/\\d+ ms/') ?? /$/)).toEqual(['412 ms']);
    expect(parseLogFilter('/(/')).toBeUndefined();
  });

  test('what is found across a change of colour is marked in both pieces', () => {
    const pieces = markFound(parseLogText(`ab${ESC}[31mcd${ESC}[0me`), parseLogFilter('bc'));
    expect(pieces.map(({ text, isFound }) => [text, isFound])).toEqual([
      ['a', false],
      ['b', true],
      ['c', true],
      ['d', false],
      ['e', false],
    ]);
  });
});

test('the level is that of the field of a JSON line or of a word at the beginning', () => {
  expect(logLevel('{"level":"error","msg":"x"}')).toBe('error');
  expect(logLevel('{"msg":"no error here","level":"info"}')).toBe('other');
  expect(logLevel('2026-01-01T00:00:00Z WARN slow query')).toBe('warning');
  expect(logLevel(`GET /api/items 200 ${'x'.repeat(60)} error`)).toBe('other');
});

test('a line of JSON is its message and its other fields; other lines stay as they are', () => {
  expect(parseStructured('{"level":"info","msg":"took a while","ms":412,"at":{"host":"a"}}')).toEqual({
    message: 'took a while',
    fields: [
      { name: 'level', value: 'info' },
      { name: 'ms', value: '412' },
      { name: 'at', value: '{"host":"a"}' },
    ],
  });
  expect(parseStructured('{"status":500}')).toEqual({ message: '', fields: [{ name: 'status', value: '500' }] });
  for (const text of ['plain', '{not json}', '[1]', '{"half":']) expect(parseStructured(text)).toBeUndefined();
});

test('what a line of JSON spells with escapes is as visible as what a line has as it is', () => {
  expect(
    parseStructured(String.raw`{"msg":"a\u202egnp.exe\u001b[31m\u0000","b\u2066":"c\u200b","d":{"e\u202e":"\u2028"}}`),
  ).toEqual({
    message: 'a<U+202E>gnp.exe␀',
    fields: [
      { name: 'b<U+2066>', value: 'c<U+200B>' },
      { name: 'd', value: '{"e<U+202E>":"<U+2028>"}' },
    ],
  });
});
