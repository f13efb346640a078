import { argument, optionalArgument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';
import { clusterOptions, namespaceOption } from '../command/object-parameters.ts';
import { flag, option } from '../command/options.ts';

/** `kubemin get`. */
export const getCommand = defineCommand({
  path: ['get'],
  group: 'platform',
  summary: {
    en: 'show Kubernetes objects of the cluster, in the columns of Minik8s',
    zh: '显示集群中的 Kubernetes 对象，按 Minik8s 的列',
  },
  arguments: {
    kind: argument('kind', {
      en: 'pod, service, replicaset, hpa, dns, pv, pvc, node, or any kind of Kubernetes',
      zh: 'pod、service、replicaset、hpa、dns、pv、pvc、node 或任何 Kubernetes 类型',
    }),
    place: optionalArgument('namespace/name', {
      en: 'a namespace, or NAMESPACE/NAME (default: all namespaces)',
      zh: '命名空间，或 NAMESPACE/NAME（默认：所有命名空间）',
    }),
  },
  options: {
    namespace: namespaceOption,
    selector: option('-l, --selector <labels>', {
      en: 'only objects with these labels: app=web',
      zh: '只显示带有这些标签的对象：app=web',
    }),
    watch: flag('-w, --watch', { en: 'go on and show changes', zh: '持续显示变化' }),
    ...clusterOptions,
  },
  examples: [
    { line: 'kubemin get pod', needs: 'demo' },
    { line: 'kubemin get service default -o wide', needs: 'demo' },
    { line: 'kubemin get node -o name', needs: 'platform' },
  ],
  load: async () => {
    const { get } = await import('./get.ts');
    return get;
  },
});
