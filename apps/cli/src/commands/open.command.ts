import { optionalArgument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';
import { openedPage } from '../command/readers/opened-page.ts';

/** `kubemin open`. */
export const openCommand = defineCommand({
  path: ['open'],
  group: 'start',
  summary: {
    en: 'open a page of the platform in the browser, or print its address',
    zh: '在浏览器中打开平台的页面，或打印其地址',
  },
  arguments: {
    page: optionalArgument(
      'page',
      {
        en: 'app, canvas, logs, revisions or run (default: the first page)',
        zh: 'app、canvas、logs、revisions 或 run（默认：首页）',
      },
      openedPage,
    ),
    name: optionalArgument('name', {
      en: 'which application or run (default: the application this directory is linked to, or its latest run)',
      zh: '哪个应用或运行（默认：当前目录关联的应用，或其最近一次运行）',
    }),
  },
  examples: [
    { line: 'kubemin open', needs: 'platform' },
    { line: 'kubemin open run demo', needs: 'demo' },
  ],
  load: async () => {
    const { openPage } = await import('./open.ts');
    return openPage;
  },
});
