import { expect, test } from 'vitest';
import { chooseLanguage } from './language.ts';

test('a flag counts before KUBEMIN_LANG, that before the locale, and LC_ALL before LANG', () => {
  expect(chooseLanguage('en', { KUBEMIN_LANG: 'zh' })).toBe('en');
  expect(chooseLanguage(undefined, { KUBEMIN_LANG: 'en', LC_ALL: 'zh_CN.UTF-8' })).toBe('en');
  expect(chooseLanguage(undefined, { LC_ALL: 'zh_CN.UTF-8', LANG: 'en_US.UTF-8' })).toBe('zh');
  expect(chooseLanguage(undefined, { LC_MESSAGES: 'zh', LANG: 'en_US.UTF-8' })).toBe('zh');
});

test('a preference counts before the locale, and after KUBEMIN_LANG', () => {
  expect(chooseLanguage(undefined, { LANG: 'en_US.UTF-8' }, 'zh')).toBe('zh');
  expect(chooseLanguage(undefined, { KUBEMIN_LANG: 'en' }, 'zh')).toBe('en');
});

test('an empty variable counts as not set, and an unsupported language as English', () => {
  expect(chooseLanguage(undefined, { KUBEMIN_LANG: '', LANG: 'zh_TW' })).toBe('zh');
  expect(chooseLanguage(undefined, { LANG: 'C.UTF-8' })).toBe('en');
  expect(chooseLanguage(undefined, { LANG: 'zhx' })).toBe('en');
  expect(chooseLanguage(undefined, {})).toBe('en');
});
