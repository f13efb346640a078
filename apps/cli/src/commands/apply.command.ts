import { defineCommand } from '../command/define-command.ts';
import { clusterOptions, namespaceOption, objectFilesOption } from '../command/object-parameters.ts';

/** `kubemin apply`. */
export const applyCommand = defineCommand({
  path: ['apply'],
  group: 'platform',
  summary: {
    en: 'apply Kubernetes objects to the cluster, in their own words or those of Minik8s',
    zh: '将 Kubernetes 对象应用到集群，可用其自身写法或 Minik8s 写法',
  },
  help: {
    en: 'For objects that belong to no application. Creates what is not there and changes what differs; what Minik8s says and Kubernetes cannot is told.',
    zh: '用于不属于任何应用的对象。不存在则创建，有差异则更新；Minik8s 中 Kubernetes 无法表达的内容会列出。',
  },
  options: { files: objectFilesOption, namespace: namespaceOption, ...clusterOptions },
  examples: [{ line: 'kubemin apply -f minik8s-pod.yaml', needs: 'platform' }],
  load: async () => {
    const { apply } = await import('./apply.ts');
    return apply;
  },
});
