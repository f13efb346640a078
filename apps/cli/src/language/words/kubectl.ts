import { defineWords } from '../catalogue.ts';

/** About kubectl, which is a program of its own. */
export const kubectlWords = defineWords({
  en: {
    notInstalled: 'there is no kubectl on the PATH',
    cannotRun: (why: string) => `kubectl cannot be run: ${why}`,
    install:
      'install it (https://kubernetes.io/docs/tasks/tools) and try again; kubemin status, ls and run ls work without it',
    noKubeconfig: (path: string) => `there is no cluster of KubeMin yet (looked in ${path})`,
    startFirst: 'start one with kubemin up, or point to one: kubemin --data-dir DIR kubectl …',
    runItself: 'run kubectl itself with the kubeconfig of that cluster: kubectl --kubeconfig FILE',
  },
  zh: {
    notInstalled: 'PATH 中没有 kubectl',
    cannotRun: (why) => `无法运行 kubectl：${why}`,
    install: '请安装后重试（https://kubernetes.io/docs/tasks/tools）；kubemin status、ls、run ls 不需要它',
    noKubeconfig: (path) => `还没有 KubeMin 的集群（已在 ${path} 中查找）`,
    startFirst: '请用 kubemin up 启动，或指明目录：kubemin --data-dir DIR kubectl …',
    runItself: '请直接运行 kubectl 并指定该集群的 kubeconfig：kubectl --kubeconfig FILE',
  },
});
