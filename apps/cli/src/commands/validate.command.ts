import { fileArgument } from '../command/common-parameters.ts';
import { defineCommand } from '../command/define-command.ts';

/** `kubemin validate`. */
export const validateCommand = defineCommand({
  path: ['validate'],
  group: 'author',
  summary: {
    en: 'check a document and tell every problem with its line and how to mend it; needs no platform',
    zh: '检查文档，给出每个问题所在的行与改法；无需平台',
  },
  arguments: { file: fileArgument },
  examples: [
    { line: 'kubemin validate examples/hello.yaml', needs: 'nothing' },
    { line: 'kubemin validate -o json', needs: 'document' },
  ],
  load: async () => {
    const { validate } = await import('./validate.ts');
    return validate;
  },
});
