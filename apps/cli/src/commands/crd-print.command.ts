import { defineCommand } from '../command/define-command.ts';
import { resourcesArgument } from '../hub/crd-parameters.ts';

/** `kubemin crd print`. */
export const crdPrintCommand = defineCommand({
  path: ['crd', 'print'],
  group: 'platform',
  summary: {
    en: 'print the definitions of the resources whose controllers the hub runs, as kubectl takes them',
    zh: '显示 hub 所运行控制器的资源定义，可直接交给 kubectl',
  },
  arguments: { resources: resourcesArgument },
  examples: [
    { line: 'kubemin crd print', needs: 'nothing' },
    { line: 'kubemin crd print at', needs: 'nothing' },
  ],
  load: async () => {
    const { printCrds } = await import('./crd-print.ts');
    return printCrds;
  },
});
