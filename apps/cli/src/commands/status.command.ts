import { optionalArgument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';

/** `kubemin status`. */
export const statusCommand = defineCommand({
  path: ['status'],
  group: 'observe',
  summary: {
    en: 'show KubeMin, or one application with its components',
    zh: '显示 KubeMin 的状态，或一个应用及其组件的状态',
  },
  arguments: { app: optionalArgument('app', { en: 'name or id of an application', zh: '应用的名称或 id' }) },
  examples: [
    { line: 'kubemin status', needs: 'platform' },
    { line: 'kubemin status demo', needs: 'demo' },
    { line: 'kubemin status demo -o json', needs: 'demo' },
  ],
  load: async () => {
    const { status } = await import('./status.ts');
    return status;
  },
});
