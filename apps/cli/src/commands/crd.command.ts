import { clusterOptions, defineCommand, list, option, resourcesArgument } from '../command/index.ts';
import { hubOptions } from '../settings/index.ts';

/** `kubemin crd init`. */
export const crdInitCommand = defineCommand({
  path: ['crd', 'init'],
  group: 'platform',
  summary: {
    en: 'create the initial catalogs, programs, teams and users of an API server',
    zh: '为新的 API 服务器建立最初的目录、程序、团队与用户',
  },
  help: {
    en: 'Installs the definitions, then applies a built-in set or the given files, in dependency order. Running it again changes nothing. Passwords are stored as scrypt hashes in Secrets, never in the users.',
    zh: '先安装定义，再按相互引用的顺序应用内置对象或指定的文件。再次运行不会改变任何内容。密码以 scrypt 哈希存入 Secret，不会写入用户对象。',
  },
  options: {
    files: list('-f, --file <file>', {
      en: 'files or directories to apply instead of the built-in set; - reads from stdin',
      zh: '代替内置对象的文件或目录；- 表示管道输入',
    }),
    passwordFile: option('--password-file <file>', {
      en: 'file with the password of the built-in user admin; without it, admin has no password',
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
    const { initCrds } = await import('./crd.ts');
    return initCrds;
  },
});

/** `kubemin crd install`. */
export const crdInstallCommand = defineCommand({
  path: ['crd', 'install'],
  group: 'platform',
  summary: {
    en: 'install the definitions of the hub resources in a cluster and wait until they are served',
    zh: '在集群中安装这些资源的定义，并等待其生效',
  },
  arguments: { resources: resourcesArgument },
  options: { ...clusterOptions },
  examples: [{ line: 'kubemin crd install at --kubeconfig kubeconfig', needs: 'platform' }],
  load: async () => {
    const { installCrds } = await import('./crd.ts');
    return installCrds;
  },
});

/** `kubemin crd print`. */
export const crdPrintCommand = defineCommand({
  path: ['crd', 'print'],
  group: 'platform',
  summary: {
    en: 'print the definitions of the hub resources, for kubectl apply',
    zh: '显示 hub 所运行控制器的资源定义，可直接交给 kubectl',
  },
  arguments: { resources: resourcesArgument },
  examples: [
    { line: 'kubemin crd print', needs: 'nothing' },
    { line: 'kubemin crd print at', needs: 'nothing' },
  ],
  load: async () => {
    const { printCrds } = await import('./crd.ts');
    return printCrds;
  },
});

/** `kubemin hub`. */
export const hubCommand = defineCommand({
  path: ['hub'],
  group: 'platform',
  summary: {
    en: 'run the controllers of custom resources, all or some, against any cluster',
    zh: '对任意集群运行自定义资源的控制器，全部或部分',
  },
  options: hubOptions,
  examples: [{ line: 'kubemin hub --print-config', needs: 'nothing' }],
  load: async () => {
    const { hub } = await import('./hub.ts');
    return hub;
  },
});
