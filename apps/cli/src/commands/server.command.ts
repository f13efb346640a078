import { defineCommand } from '../command/define-command.ts';
import { settingFlags } from '../command/setting-flags.ts';

/** `kubemin server`. */
export const serverCommand = defineCommand({
  path: ['server'],
  group: 'platform',
  summary: { en: 'run the platform alone, delivering to a cluster that is there', zh: '只运行平台，交付到已有的集群' },
  help: {
    en: 'Every setting also has a variable (--msg-type: KUBEMIN_MSG_TYPE) and a name in the configuration file; a flag counts before a variable, that before the file. kubemin config check shows what is in effect.',
    zh: '每项设置也有环境变量（--msg-type 对应 KUBEMIN_MSG_TYPE）和配置文件中的名称；命令行优先于环境变量，环境变量优先于文件。kubemin config check 显示生效的值。',
  },
  options: { flags: settingFlags({ of: 'server', help: 'all' }) },
  examples: [{ line: 'kubemin server --kubeconfig kubeconfig --port 0', needs: 'platform', alone: true }],
  load: async () => {
    const { server } = await import('./server.ts');
    return server;
  },
});
