import { fileArgument, lenientOption } from '../command/common-parameters.ts';
import { defineCommand } from '../command/define-command.ts';
import { flag } from '../command/options.ts';

/** `kubemin validate`. */
export const validateCommand = defineCommand({
  path: ['validate'],
  group: 'author',
  summary: {
    en: 'check a document and list every problem with its line and how to fix it; needs no platform',
    zh: '检查文档，给出每个问题所在的行与改法；无需平台',
  },
  arguments: { file: fileArgument },
  options: {
    lenient: lenientOption,
    platform: flag('--platform', {
      en: 'ask the platform as well, which knows templates, profiles, clusters and the revision before',
      zh: '同时询问平台，它了解模板、配置集、集群与之前的修订版',
    }),
  },
  examples: [
    { line: 'kubemin validate examples/hello.yaml', needs: 'nothing' },
    { line: 'kubemin validate -o json', needs: 'document' },
    { line: 'kubemin validate examples/hello.yaml --platform', needs: 'platform' },
  ],
  load: async () => {
    const { validate } = await import('./validate.ts');
    return validate;
  },
});
