import { argument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';

/** `kubemin context rm`. */
export const contextRmCommand = defineCommand({
  path: ['context', 'rm'],
  group: 'platform',
  summary: { en: 'forget a saved platform and its token', zh: '删除已保存的平台及其令牌' },
  arguments: { name: argument('name', { en: 'name of the context', zh: '上下文的名称' }) },
  examples: [{ line: 'kubemin context rm prod --yes', needs: 'nothing' }],
  load: async () => {
    const { removeContext } = await import('./context-rm.ts');
    return removeContext;
  },
});
