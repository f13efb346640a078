import { defineWords } from '../catalogue.ts';

/** What nodes run containers with, by name. */
export const nodeRuntimeWords = defineWords({
  en: { sandbox: 'sandbox (containers)', simulated: 'simulated' },
  zh: { sandbox: 'sandbox（容器）', simulated: '模拟' },
});

/** How a platform says it is. */
export const platformHealthWords = defineWords({
  en: { ready: 'ready', degraded: 'degraded' },
  zh: { ready: '就绪', degraded: '降级' },
});

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
