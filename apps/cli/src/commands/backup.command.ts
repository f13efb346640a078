import { argument, defineCommand, flag, turnOff } from '../command/index.ts';
import { settingFlags } from '../settings/index.ts';

/** `kubemin restore`. */
export const restoreCommand = defineCommand({
  path: ['restore'],
  group: 'platform',
  summary: {
    en: 'restore a backup into an empty data directory',
    zh: '把 kubemin backup 写出的内容恢复到没有 KubeMin 的目录',
  },
  arguments: { file: argument('file', { en: 'the backup', zh: '备份文件' }) },
  examples: [{ line: 'kubemin restore kubemin-backup.tar.gz --data-dir restored', needs: 'platform' }],
  load: async () => {
    const { restore } = await import('./restore.ts');
    return restore;
  },
});

/** `kubemin secrets rotate`. */
export const secretsRotateCommand = defineCommand({
  path: ['secrets', 'rotate'],
  group: 'platform',
  summary: {
    en: 'create a new key and encrypt all secrets in the database with it; instances may keep running',
    zh: '生成新密钥并重新加密数据库中的一切；期间实例可以照常运行',
  },
  help: {
    en: 'Takes the settings of kubemin server to find the database.',
    zh: '它接受 kubemin server 的设置，以找到数据库。',
  },
  options: {
    newKey: turnOff('--no-new-key', {
      en: 'use the first key of the file; also completes an interrupted rotation',
      zh: '用文件中现有的第一个密钥加密；也用于完成中断的操作',
    }),
    flags: settingFlags({ of: 'server', help: ['secret-key-file'] }),
  },
  examples: [{ line: 'kubemin secrets rotate', needs: 'platform' }],
  load: async () => {
    const { rotateSecrets } = await import('./secrets-rotate.ts');
    return rotateSecrets;
  },
});

/** `kubemin backup`. */
export const backupCommand = defineCommand({
  path: ['backup'],
  group: 'platform',
  summary: {
    en: 'back up a data directory into one file, also while KubeMin is running',
    zh: '把数据目录中的一切写入一个文件，运行时也可以',
  },
  help: {
    en: 'The file (tar, gzip) holds both databases, certificates, keys and tokens, with their checksums. Keep it where only you can read it.',
    zh: '该文件（tar、gzip）包含两个数据库、证书、密钥与令牌及其校验和。请保存在只有您能读取的地方。',
  },
  arguments: { file: argument('file', { en: 'where to write the backup', zh: '备份文件的路径' }) },
  options: { force: flag('--force', { en: 'replace an existing file', zh: '替换已有的文件' }) },
  examples: [{ line: 'kubemin backup kubemin-backup.tar.gz', needs: 'platform' }],
  load: async () => {
    const { backup } = await import('./backup.ts');
    return backup;
  },
});
