import { argument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';
import { flag, option, requiredOption } from '../command/options.ts';

/** `kubemin cluster add`. */
export const clusterAddCommand = defineCommand({
  path: ['cluster', 'add'],
  group: 'platform',
  summary: {
    en: 'register a cluster by its kubeconfig, once it answers',
    zh: '用 kubeconfig 登记一个集群（须能连通）',
  },
  arguments: { name: argument('name', { en: 'what documents call it', zh: '文档中对它的称呼' }) },
  options: {
    kubeconfig: requiredOption('--kubeconfig <file>', {
      en: 'one that holds everything itself (kubectl config view --flatten --minify --raw)',
      zh: '自身包含全部内容的 kubeconfig(kubectl config view --flatten --minify --raw)',
    }),
    kubeContext: option('--context <name>', {
      en: 'context of the kubeconfig (default: its current one)',
      zh: 'kubeconfig 中的 context（默认：当前的）',
    }),
    replace: flag('--replace', {
      en: 'it is registered already: give it this kubeconfig',
      zh: '已登记过：换成这个 kubeconfig',
    }),
  },
  examples: [{ line: 'kubemin cluster add staging --kubeconfig kubeconfig', needs: 'platform' }],
  load: async () => {
    const { addCluster } = await import('./cluster-add.ts');
    return addCluster;
  },
});
