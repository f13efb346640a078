import { defineCommand } from '../command/define-command.ts';
import { flag } from '../command/options.ts';
import { settingFlags } from '../command/setting-flags.ts';

/** `kubemin up`. */
export const upCommand = defineCommand({
  path: ['up'],
  group: 'start',
  summary: {
    en: 'start KubeMin here: embedded cluster, platform, and what was deployed before',
    zh: '在本机启动 KubeMin：内置集群、平台，以及此前部署的一切',
  },
  help: {
    en: 'One that runs already is left as it is, and shown. It takes the settings of kubemin server, too.',
    zh: '已在运行的实例保持不变，只显示其信息。它同样接受 kubemin server 的各项设置。',
  },
  options: {
    demo: flag('--demo', { en: 'deploy the demo application and show its workflow', zh: '部署演示应用并展示其工作流' }),
    demoOnce: flag('--demo-once', {
      en: 'as --demo, but leave it as it is once it was deployed; where you deleted it, it stays deleted',
      zh: '同 --demo，但部署过一次后保持原样；若您已删除它，则不再部署',
    }),
    detach: flag('-d, --detach', {
      en: 'run in the background; kubemin down stops it',
      zh: '在后台运行；用 kubemin down 停止',
    }),
    flags: settingFlags({ of: 'up', help: ['port', 'kubeconfig'] }),
  },
  examples: [
    { line: 'kubemin up --port 0 --kube-port 0 --nodes 2', needs: 'nothing', alone: true },
    { line: 'kubemin up --demo --port 0 --kube-port 0', needs: 'nothing', alone: true },
    { line: 'kubemin up --detach --port 0 --kube-port 0', needs: 'nothing', alone: true },
  ],
  load: async () => {
    const { up } = await import('./up.ts');
    return up;
  },
});
