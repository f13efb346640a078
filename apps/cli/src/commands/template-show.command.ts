import { defineCommand } from '../command/define-command.ts';
import { templateArgument } from '../command/template-parameters.ts';
import { ExitCode } from '../exit-code.ts';

/** `kubemin template show`. */
export const templateShowCommand = defineCommand({
  path: ['template', 'show'],
  group: 'author',
  summary: { en: 'print the document of a template, secret values masked', zh: '打印模板的文档，密文已遮盖' },
  arguments: { template: templateArgument },
  examples: [{ line: 'kubemin template show mysql-template', needs: 'platform', exit: ExitCode.notFound }],
  load: async () => {
    const { showTemplate } = await import('./template-show.ts');
    return showTemplate;
  },
});
