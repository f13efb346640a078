import { argument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';

/** `kubemin restore`. */
export const restoreCommand = defineCommand({
  path: ['restore'],
  group: 'platform',
  summary: {
    en: 'bring back what kubemin backup wrote, into a directory that has no KubeMin',
    zh: '把 kubemin backup 写出的内容恢复到没有 KubeMin 的目录',
  },
  arguments: { file: argument('file', { en: 'the backup', zh: '备份文件' }) },
  examples: [{ line: 'kubemin restore kubemin-backup.tar.gz --data-dir restored', needs: 'platform' }],
  load: async () => {
    const { restore } = await import('./restore.ts');
    return restore;
  },
});
