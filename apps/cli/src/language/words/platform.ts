import { defineWords } from '../catalogue.ts';

/** About KubeMin itself. */
export const platformWords = defineWords({
  en: {
    client: 'client',
    server: 'server',
    platform: 'platform',
    kubernetes: 'kubernetes',
    kubeconfig: 'kubeconfig',
    process: 'process',
    applications: 'applications',
  },
  zh: {
    client: '客户端',
    server: '服务器',
    platform: '平台',
    kubernetes: 'Kubernetes 接口',
    kubeconfig: 'kubeconfig 文件',
    process: '进程',
    applications: '应用',
  },
});
