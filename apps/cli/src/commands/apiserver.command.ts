import { apiserverOptions } from '../apiserver/apiserver-options.ts';
import { defineCommand } from '../command/define-command.ts';

/** `kubemin apiserver`. */
export const apiserverCommand = defineCommand({
  path: ['apiserver'],
  group: 'platform',
  summary: {
    en: 'run a Kubernetes-compatible API server alone, without a cluster or controllers',
    zh: '单独运行兼容 Kubernetes 的 API 服务器，不含集群与控制器',
  },
  options: apiserverOptions,
  examples: [
    { line: 'kubemin apiserver --backend memory --secure-port 0 --insecure-port 0', needs: 'nothing', alone: true },
  ],
  load: async () => {
    const { apiserver } = await import('./apiserver.ts');
    return apiserver;
  },
});
