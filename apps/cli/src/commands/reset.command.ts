import { defineCommand } from '../command/define-command.ts';

/** `kubemin reset`. */
export const resetCommand = defineCommand({
  path: ['reset'],
  group: 'start',
  summary: {
    en: 'stop KubeMin and delete everything it keeps in its data directory',
    zh: '停止 KubeMin，并删除其数据目录中的一切',
  },
  help: {
    en: 'Only what KubeMin made is deleted. kubemin backup makes a copy first.',
    zh: '只删除 KubeMin 自己产生的内容。可先用 kubemin backup 备份。',
  },
  examples: [{ line: 'kubemin reset --yes', needs: 'platform', alone: true }],
  load: async () => {
    const { reset } = await import('./reset.ts');
    return reset;
  },
});
