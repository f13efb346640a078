import { appArgument } from '../command/common-parameters.ts';
import { defineCommand } from '../command/define-command.ts';

/** `kubemin template save`. */
export const templateSaveCommand = defineCommand({
  path: ['template', 'save'],
  group: 'author',
  summary: {
    en: 'make an application a template, for others to have its components made anew',
    zh: '把应用设为模板，供他人据其组件新建',
  },
  arguments: { app: appArgument },
  examples: [{ line: 'kubemin template save demo', needs: 'demo', alone: true }],
  load: async () => {
    const { saveTemplate } = await import('./template-save.ts');
    return saveTemplate;
  },
});
