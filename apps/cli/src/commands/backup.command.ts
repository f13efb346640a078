import { argument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';
import { flag } from '../command/options.ts';

/** `kubemin backup`. */
export const backupCommand = defineCommand({
  path: ['backup'],
  group: 'platform',
  summary: {
    en: 'write everything of a data directory into one file, also while KubeMin runs',
    zh: '把数据目录中的一切写入一个文件，运行时也可以',
  },
  help: {
    en: 'The file (tar, gzip) holds both databases, certificates, keys and tokens, with their checksums. Keep it where only you can read it.',
    zh: '该文件（tar、gzip）包含两个数据库、证书、密钥与令牌及其校验和。请保存在只有您能读取的地方。',
  },
  arguments: { file: argument('file', { en: 'where to write the backup', zh: '备份文件的路径' }) },
  options: { force: flag('--force', { en: 'replace a file that is there', zh: '替换已有的文件' }) },
  examples: [{ line: 'kubemin backup kubemin-backup.tar.gz', needs: 'platform' }],
  load: async () => {
    const { backup } = await import('./backup.ts');
    return backup;
  },
});
