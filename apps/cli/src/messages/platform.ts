import { defineMessages } from '@kubemin/base/message';

/** What nodes run containers with, by name. */
export const nodeRuntimeMessages = defineMessages('cli.nodeRuntime', {
  sandbox: { en: 'sandbox (containers)', zh: 'sandbox（容器）' },
  simulated: { en: 'simulated', zh: '模拟' },
});

/** States of a platform. */
export const platformHealthMessages = defineMessages('cli.platformHealth', {
  ready: { en: 'ready', zh: '就绪' },
  degraded: { en: 'degraded', zh: '降级' },
});

/** About KubeMin itself. */
export const platformMessages = defineMessages('cli.platform', {
  client: { en: 'client', zh: '客户端' },
  server: { en: 'server', zh: '服务器' },
  platform: { en: 'platform', zh: '平台' },
  kubernetes: { en: 'kubernetes', zh: 'Kubernetes 接口' },
  kubeconfig: { en: 'kubeconfig', zh: 'kubeconfig 文件' },
  version: { en: 'version', zh: '版本' },
  nodes: { en: 'nodes', zh: '节点' },
  process: { en: 'process', zh: '进程' },
  runningFor: { en: '{pid:number}, for {duration}', zh: '{pid}，已运行 {duration}' },
  applications: { en: 'applications', zh: '应用' },
});
