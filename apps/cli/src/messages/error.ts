import { defineMessages } from '@kubemin/base/message';

/** How errors, warnings and problems are introduced. */
export const errorMessages = defineMessages('cli.error', {
  error: { en: 'error', zh: '错误' },
  warning: { en: 'warning', zh: '警告' },
  fix: { en: 'fix', zh: '修正' },
  document: { en: '(document)', zh: '（文档）' },
});
