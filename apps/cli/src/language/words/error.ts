import { defineWords } from '../catalogue.ts';

/** How errors, warnings and problems are introduced. */
export const errorWords = defineWords({
  en: {
    error: 'error',
    warning: 'warning',
    fix: 'fix',
    document: '(document)',
  },
  zh: {
    error: '错误',
    warning: '警告',
    fix: '修正',
    document: '（文档）',
  },
});
