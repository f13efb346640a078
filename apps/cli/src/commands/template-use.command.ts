import { defineCommand } from '../command/define-command.ts';
import { option } from '../command/options.ts';
import { templateArgument } from '../command/template-parameters.ts';
import { ExitCode } from '../exit-code.ts';

/** `kubemin template use`. */
export const templateUseCommand = defineCommand({
  path: ['template', 'use'],
  group: 'author',
  summary: {
    en: 'write a document that has the components of a template made for it',
    zh: '写出一个使用模板组件的文档',
  },
  arguments: { template: templateArgument },
  options: {
    name: option('--name <app>', {
      en: 'name of the application (default: of the directory)',
      zh: '应用名称（默认：目录名）',
    }),
    file: option('-f, --file <file>', {
      en: 'where to write it (default: kubemin.yaml; - prints it)',
      zh: '写到哪里（默认：kubemin.yaml；- 表示打印）',
    }),
  },
  examples: [
    { line: 'kubemin template use mysql-template --name billing', needs: 'platform', exit: ExitCode.notFound },
  ],
  load: async () => {
    const { useTemplate } = await import('./template-use.ts');
    return useTemplate;
  },
});
