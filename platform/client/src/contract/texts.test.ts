import { createTranslator, defineMessages, verbatim } from '@kubemin/base/message';
import { expect, test } from 'vitest';
import { encodeTexts, readText, textsSchema } from './texts.ts';

const messages = defineMessages('test', {
  notFound: { en: 'application {app} not found', zh: '找不到应用 {app}' },
  remove: { en: 'remove it', zh: '请删除它' },
});
const translate = createTranslator('zh', [messages]);

test('texts are sent beside the English ones, and read in the language of the reader', () => {
  const message = messages.notFound({ app: 'shop' });
  const { texts } = encodeTexts({ message, 'fix.0': messages.remove, cause: verbatim('of Kubernetes') });
  const received = { texts: textsSchema.parse(JSON.parse(JSON.stringify(texts))) };
  expect(received.texts).toEqual({
    message: { code: 'test.notFound', params: { app: 'shop' } },
    'fix.0': { code: 'test.remove' },
  });
  expect(readText(received, 'message', message.message, translate)).toBe('找不到应用 shop');
  expect(readText(received, 'cause', 'of Kubernetes', translate)).toBe('of Kubernetes');
  expect(readText({}, 'message', 'of an earlier version', translate)).toBe('of an earlier version');
});

test('nothing is sent where no text has a code', () => {
  expect(encodeTexts({ message: verbatim('of Kubernetes'), fix: undefined })).toEqual({});
});
