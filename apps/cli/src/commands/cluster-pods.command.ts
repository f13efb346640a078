import { clusterArgument } from '../command/cluster-parameters.ts';
import { defineCommand } from '../command/define-command.ts';
import { flag, option } from '../command/options.ts';

/** `kubemin cluster pods`. */
export const clusterPodsCommand = defineCommand({
  path: ['cluster', 'pods'],
  group: 'platform',
  summary: {
    en: 'list the pods of applications in a cluster, and where they run',
    zh: '列出集群中各应用的 Pod 及其所在节点',
  },
  arguments: { cluster: clusterArgument },
  options: {
    namespace: option('-n, --namespace <namespace>', {
      en: 'only those in this namespace',
      zh: '只列出该命名空间的 Pod',
    }),
    app: option('--app <app>', {
      en: 'only those of this application, by name or id',
      zh: '只列出该应用（名称或 id）的 Pod',
    }),
    all: flag('-A, --all', {
      en: 'also those that belong to no application; for who may read every project',
      zh: '也列出不属于任何应用的 Pod；需可读取所有项目',
    }),
  },
  examples: [
    { line: 'kubemin cluster pods', needs: 'demo' },
    { line: 'kubemin cluster pods --app demo -o wide', needs: 'demo' },
    { line: 'kubemin cluster pods default --all -o name', needs: 'platform' },
  ],
  load: async () => {
    const { listPods } = await import('./cluster-pods.ts');
    return listPods;
  },
});
