import { defineCommand } from '../command/define-command.ts';
import { clusterOptions } from '../command/object-parameters.ts';
import { list, option } from '../command/options.ts';

/** `kubemin crd init`. */
export const crdInitCommand = defineCommand({
  path: ['crd', 'init'],
  group: 'platform',
  summary: {
    en: 'give a new API server its first catalogs, programs, teams and users',
    zh: '为新的 API 服务器建立最初的目录、程序、团队与用户',
  },
  help: {
    en: 'Installs the definitions, then applies a built-in set, or the files you name, in the order in which they refer to each other. Run again, it changes nothing. Passwords are stored as scrypt hashes in Secrets, never in the users.',
    zh: '先安装定义，再按相互引用的顺序应用内置对象或指定的文件。再次运行不会改变任何内容。密码以 scrypt 哈希存入 Secret，不会写入用户对象。',
  },
  options: {
    files: list('-f, --file <file>', {
      en: 'files or directories to take instead of the built-in set; - is what is piped in',
      zh: '代替内置对象的文件或目录；- 表示管道输入',
    }),
    passwordFile: option('--password-file <file>', {
      en: 'file with the password of the built-in user admin; without one, admin has none',
      zh: '内置用户 admin 的密码文件；不提供则 admin 没有密码',
    }),
    ...clusterOptions,
  },
  examples: [
    { line: 'kubemin crd init --kubeconfig kubeconfig', needs: 'platform' },
    { line: 'kubemin crd init -f first-objects.yaml --kubeconfig kubeconfig', needs: 'platform' },
    { line: 'kubemin crd init --password-file passphrase.txt --kubeconfig kubeconfig', needs: 'platform' },
  ],
  load: async () => {
    const { initCrds } = await import('./crd-init.ts');
    return initCrds;
  },
});
