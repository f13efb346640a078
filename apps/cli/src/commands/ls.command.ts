import { defineCommand } from '../command/define-command.ts';
import { flag, option } from '../command/options.ts';

/** `kubemin ls`. */
export const lsCommand = defineCommand({
  path: ['ls'],
  group: 'observe',
  summary: { en: 'list applications', zh: '列出应用' },
  options: {
    project: option('-p, --project <project>', { en: 'only those of this project', zh: '只列出该项目的应用' }),
    namespace: option('-n, --namespace <namespace>', {
      en: 'only those in this namespace',
      zh: '只列出该命名空间的应用',
    }),
    cluster: option('--cluster <cluster>', {
      en: 'only those delivered to this cluster',
      zh: '只列出交付到该集群的应用',
    }),
    search: option('--search <text>', {
      en: 'only those with this in their name, alias or description',
      zh: '只列出名称、别名或描述中含有该文本的应用',
    }),
    watch: flag('-w, --watch', { en: 'go on and show what changes', zh: '持续显示变化' }),
  },
  examples: [
    { line: 'kubemin ls', needs: 'platform' },
    { line: 'kubemin ls -n default -o name', needs: 'platform' },
  ],
  load: async () => {
    const { ls } = await import('./ls.ts');
    return ls;
  },
});
