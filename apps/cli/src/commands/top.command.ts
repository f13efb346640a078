import { optionalArgument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';
import { clusterOptions, namespaceOption } from '../command/object-parameters.ts';
import { choice, flag } from '../command/options.ts';

/** `kubemin top`. */
export const topCommand = defineCommand({
  path: ['top'],
  group: 'observe',
  summary: {
    en: 'show what nodes, or the pods of an application, use of processor and memory',
    zh: '显示节点或应用的 Pod 占用的 CPU 与内存',
  },
  arguments: {
    what: optionalArgument('app', {
      en: 'nodes (default), pods, APP, APP/COMPONENT or pod/NAME',
      zh: 'nodes（默认）、pods、APP、APP/COMPONENT 或 pod/NAME',
    }),
  },
  options: {
    containers: flag('--containers', { en: 'each container of the pods by itself', zh: '分别显示 Pod 中的各个容器' }),
    sort: choice('--sort <column>', { en: 'the most first (default: by name)', zh: '从多到少排列（默认：按名称）' }, [
      'name',
      'cpu',
      'memory',
    ]),
    namespace: namespaceOption,
    ...clusterOptions,
  },
  examples: [
    { line: 'kubemin top nodes', needs: 'demo' },
    { line: 'kubemin top demo --containers', needs: 'demo' },
  ],
  load: async () => {
    const { top } = await import('./top.ts');
    return top;
  },
});
