import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { createTranslator } from './message.ts';
import { yamlErrorMessage, yamlMessages } from './yaml-errors.ts';

const toChinese = createTranslator('zh', [yamlMessages]);

function errorOf(text: string): unknown {
  const document = parseDocument(text, { logLevel: 'error' });
  if (document.errors[0] !== undefined) return document.errors[0];
  try {
    return JSON.stringify(document.toJS({ maxAliasCount: 10 }));
  } catch (error) {
    return error;
  }
}

test.each([
  ['a: [1', 'a bracket is not closed', '括号没有闭合'],
  ['a: 1\na: 2', 'a key is there twice (line 2, column 1)', '键重复（第 2 行，第 1 列）'],
  ['a:\n\tb: 1', 'tabs cannot indent; use spaces', '不能用制表符缩进；请用空格'],
  ['a: *nothing', 'an alias has no anchor', '别名没有对应的锚点'],
  ['a: &x [*x]', 'an alias has no anchor, contains itself', '包含自身'],
  ['['.repeat(100_000), 'nested too deeply', '嵌套过深'],
])('%j is described in both languages', (text, english, chinese) => {
  let thrown: unknown;
  try {
    thrown = errorOf(text);
  } catch (error) {
    thrown = error;
  }
  const message = yamlErrorMessage(thrown);
  expect(message.message).toContain(english);
  expect(toChinese(message)).toContain(chinese);
});
