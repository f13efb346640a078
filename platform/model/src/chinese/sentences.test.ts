import { expect, test } from 'vitest';
import { problemSentences } from './index.ts';
import { createTranslator } from './translator.ts';

test('a text may contain others, and one that is not known has no translation', () => {
  const translate = createTranslator(problemSentences);
  expect(translate('Unknown field "imge" is ignored. Did you mean "image"?')).toBe(
    '未知字段“imge”被忽略。是否想写“image”？',
  );
  expect(translate('"port" has no effect: the request is redirected.')).toBe('“port”不起作用：请求会被重定向。');
  expect(translate('"replicas" must be a whole number, not "two".')).toBe('“replicas”必须是整数，而不是 “two”。');
  expect(translate('Start with {"name": "…", "component": […]}.')).toBe('请以 {"name": "…", "component": […]} 开头。');
  expect(translate('A text of another program.')).toBeUndefined();
});
