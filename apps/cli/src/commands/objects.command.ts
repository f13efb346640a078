import {
  argument,
  clusterOptions,
  defineCommand,
  flag,
  manyArguments,
  namespaceOption,
  objectFilesOption,
  option,
  optionalArgument,
} from '../command/index.ts';

/** `kubemin get`. */
export const getCommand = defineCommand({
  path: ['get'],
  group: 'platform',
  summary: {
    en: 'list Kubernetes objects of the cluster, with the columns of Minik8s',
    zh: '显示集群中的 Kubernetes 对象，按 Minik8s 的列',
  },
  arguments: {
    kind: argument('kind', {
      en: 'pod, service, replicaset, hpa, dns, pv, pvc, node, function, workflow, or any kind of Kubernetes',
      zh: 'pod、service、replicaset、hpa、dns、pv、pvc、node、function、workflow 或任何 Kubernetes 类型',
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
    watch: flag('-w, --watch', { en: 'watch for changes', zh: '持续显示变化' }),
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

/** `kubemin apply`. */
export const applyCommand = defineCommand({
  path: ['apply'],
  group: 'platform',
  summary: {
    en: 'apply Kubernetes objects to the cluster, in Kubernetes or Minik8s format',
    zh: '将 Kubernetes 对象应用到集群，可用其自身写法或 Minik8s 写法',
  },
  help: {
    en: 'For objects that belong to no application. Creates missing objects and changes different ones; Minik8s fields without a Kubernetes equivalent are reported.',
    zh: '用于不属于任何应用的对象。不存在则创建，有差异则更新；Minik8s 中 Kubernetes 无法表达的内容会列出。',
  },
  options: { files: objectFilesOption, namespace: namespaceOption, ...clusterOptions },
  examples: [{ line: 'kubemin apply -f minik8s-pod.yaml', needs: 'platform' }],
  load: async () => {
    const { apply } = await import('./apply.ts');
    return apply;
  },
});

/** `kubemin convert`. */
export const convertCommand = defineCommand({
  path: ['convert'],
  group: 'platform',
  summary: {
    en: "print objects in the dialect of Minik8s in Kubernetes' own words; nothing is applied",
    zh: '将 Minik8s 写法的对象打印为 Kubernetes 自身写法；不应用任何内容',
  },
  help: {
    en: 'Differences are reported on stderr. To convert such a file to an application: kubemin import FILE.',
    zh: '与原文不同之处会输出到另一个流。若要把此类文件变成应用：kubemin import FILE。',
  },
  options: { files: objectFilesOption },
  examples: [{ line: 'kubemin convert -f minik8s-pod.yaml', needs: 'nothing' }],
  load: async () => {
    const { convert } = await import('./apply.ts');
    return convert;
  },
});

/** `kubemin kubectl`. */
export const kubectlCommand = defineCommand({
  path: ['kubectl'],
  group: 'observe',
  summary: {
    en: "run kubectl on KubeMin's cluster; everything behind the name is kubectl's",
    zh: '对 KubeMin 的集群运行 kubectl；其后的一切都交给 kubectl',
  },
  arguments: { words: manyArguments('arguments', { en: 'arguments of kubectl', zh: 'kubectl 的参数' }) },
  passThrough: true,
  examples: [{ line: 'kubemin kubectl get pods --all-namespaces', needs: 'demo' }],
  load: async () => {
    const { kubectl } = await import('./kubectl.ts');
    return kubectl;
  },
});
