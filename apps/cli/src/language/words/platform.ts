import { defineWords } from '../catalogue.ts';

/** About KubeMin itself. */
export const platformWords = defineWords({
  en: {
    platform: 'platform',
    kubernetes: 'kubernetes',
    kubeconfig: 'kubeconfig',
    process: 'process',
    applications: 'applications',
  },
  zh: {
    platform: '平台',
    kubernetes: 'Kubernetes',
    kubeconfig: 'kubeconfig 文件',
    process: '进程',
    applications: '应用',
  },
});
