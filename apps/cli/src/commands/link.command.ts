import { argument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';

/** `kubemin link`. */
export const linkCommand = defineCommand({
  path: ['link'],
  group: 'start',
  summary: {
    en: 'link this directory to an application, which commands mean here from now on',
    zh: '把当前目录关联到一个应用，此后这里的命令默认指它',
  },
  arguments: { app: argument('app', { en: 'name or id of the application', zh: '应用的名称或 id' }) },
  examples: [{ line: 'kubemin link demo', needs: 'demo' }],
  load: async () => {
    const { link } = await import('./link.ts');
    return link;
  },
});
