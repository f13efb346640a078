import { defineWords } from '../catalogue.ts';

/** About KubeMin itself. */
export const platformWords = defineWords({
  en: {
    client: 'client',
    server: 'server',
    platform: 'platform',
    kubernetes: 'kubernetes',
    kubeconfig: 'kubeconfig',
    version: 'version',
    nodes: 'nodes',
    process: 'process',
    runningFor: (pid: number, duration: string) => `${pid}, for ${duration}`,
    applications: 'applications',
  },
  zh: {
    client: '客户端',
    server: '服务器',
    platform: '平台',
    kubernetes: 'Kubernetes 接口',
    kubeconfig: 'kubeconfig 文件',
    version: '版本',
    nodes: '节点',
    process: '进程',
    runningFor: (pid, duration) => `${pid}，已运行 ${duration}`,
    applications: '应用',
  },
});
