import { optionalArgument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';
import { flag } from '../command/options.ts';

/** `kubemin context use`. */
export const contextUseCommand = defineCommand({
  path: ['context', 'use'],
  group: 'platform',
  summary: { en: 'talk to a saved platform from now on', zh: '从现在起使用一个已保存的平台' },
  arguments: {
    name: optionalArgument('name', { en: 'name of the context', zh: '上下文的名称' }),
  },
  options: {
    none: flag('--none', {
      en: 'use none: talk to the nearest data directory',
      zh: '不使用上下文：与最近的数据目录通信',
    }),
  },
  examples: [
    { line: 'kubemin context use prod', needs: 'nothing' },
    { line: 'kubemin context use --none', needs: 'nothing' },
  ],
  load: async () => {
    const { useContext } = await import('./context-use.ts');
    return useContext;
  },
});
