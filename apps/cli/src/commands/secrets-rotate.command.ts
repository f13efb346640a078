import { defineCommand } from '../command/define-command.ts';
import { turnOff } from '../command/options.ts';
import { settingFlags } from '../command/setting-flags.ts';

/** `kubemin secrets rotate`. */
export const secretsRotateCommand = defineCommand({
  path: ['secrets', 'rotate'],
  group: 'platform',
  summary: {
    en: 'make a new key and seal everything in the database with it; instances may run meanwhile',
    zh: '生成新密钥并重新加密数据库中的一切；期间实例可以照常运行',
  },
  help: {
    en: 'It takes the settings of kubemin server, to find the database.',
    zh: '它接受 kubemin server 的设置，以找到数据库。',
  },
  options: {
    newKey: turnOff('--no-new-key', {
      en: 'seal with the first key of the file as it is; also finishes what was broken off',
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
