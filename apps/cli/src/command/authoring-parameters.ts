import { list, option } from './options.ts';

/** The document that is changed. */
export const documentOption = option('-f, --file <file>', {
  en: 'the document to change (default: kubemin.yaml or kubemin.json here)',
  zh: '要修改的文档（默认：当前目录的 kubemin.yaml 或 kubemin.json）',
});

/** Answers that have no option of their own. */
export const setOption = list('--set <name=value>', {
  en: 'any other answer, as resources.limits.cpu=1; may be repeated',
  zh: '其他任何回答，如 resources.limits.cpu=1；可重复',
});
