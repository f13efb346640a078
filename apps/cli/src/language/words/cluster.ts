import { defineWords } from '../catalogue.ts';

/** About clusters that applications are delivered to. */
export const clusterWords = defineWords({
  en: {
    whenNoneIsNamed: 'when a document names none',
    registered: (name: string, server: string) =>
      `${name} is registered: ${server}; documents name it as cluster: ${name}`,
    replaced: (name: string, server: string) =>
      `${name} has another kubeconfig: ${server}; documents name it as cluster: ${name}`,
    forgotten: (name: string) => `${name} is forgotten; what is in it stays`,
    kubeconfigUnreadable: (path: string, why: string) => `the kubeconfig ${path} cannot be read: ${why}`,
    giveKubeconfig: 'name a file that is there: --kubeconfig FILE',
    noCluster: 'there is no cluster to deliver to',
    nameCluster: (path: string) =>
      `name one with --kubeconfig FILE or KUBECONFIG, or make ${path}; kubemin up brings a cluster of its own`,
    chooseKubeconfig: (paths: string) =>
      `read ${paths}; choose another with --kubeconfig FILE and --kube-context NAME (kubemin up: --cluster NAME)`,
    noneSelected: (path: string) => `no cluster is selected: no running KubeMin found (looked in ${path})`,
    waysToSelect:
      'start one with kubemin up, or choose one: --data-dir DIR, --context NAME, --kubeconfig FILE, --kube-context NAME; the kubeconfig of kubectl is not used unless it is named',
    kubeconfigElsewhere: (url: string) =>
      `the kubeconfig of the cluster that ${url} delivers to is not on this machine`,
    nameKubeconfig: 'name one: --kubeconfig FILE, --kube-context NAME',
    willWrite: (cluster: string) => `Cluster ${cluster} is not one of KubeMin's own and will be written to.`,
    inForeign: (cluster: string) => ` Cluster: ${cluster}, not one of KubeMin's own.`,
    deliversTo: (cluster: string, source: string) => `delivers to cluster ${cluster}, from ${source}`,
    worksOn: (cluster: string, source: string) => `works on cluster ${cluster}, from ${source}`,
    serviceAccount: 'the service account of this pod',
    usesCluster: (cluster: string) => `cluster ${cluster}`,
  },
  zh: {
    whenNoneIsNamed: '文档未指定集群时使用',
    registered: (name, server) => `${name} 已登记：${server}；文档中写 cluster: ${name} 即可使用`,
    replaced: (name, server) => `${name} 已换用新的 kubeconfig：${server}；文档中写 cluster: ${name} 即可使用`,
    forgotten: (name) => `${name} 已移除；其中的内容保留`,
    kubeconfigUnreadable: (path, why) => `无法读取 kubeconfig ${path}：${why}`,
    giveKubeconfig: '请指定存在的文件：--kubeconfig FILE',
    noCluster: '没有可以交付到的集群',
    nameCluster: (path) => `请用 --kubeconfig FILE 或 KUBECONFIG 指定一个，或创建 ${path}；kubemin up 自带集群`,
    chooseKubeconfig: (paths) =>
      `读取了 ${paths}；可用 --kubeconfig FILE 与 --kube-context NAME（kubemin up 用 --cluster NAME）另选`,
    noneSelected: (path) => `没有选定集群：没有找到正在运行的 KubeMin（查看了 ${path}）`,
    waysToSelect:
      '用 kubemin up 启动一个，或选择一个：--data-dir DIR、--context NAME、--kubeconfig FILE、--kube-context NAME；未指明时不会使用 kubectl 的 kubeconfig',
    kubeconfigElsewhere: (url) => `${url} 所交付集群的 kubeconfig 不在本机`,
    nameKubeconfig: '请指明：--kubeconfig FILE、--kube-context NAME',
    willWrite: (cluster) => `集群 ${cluster} 不是 KubeMin 自带的，将被写入。`,
    inForeign: (cluster) => `集群：${cluster}，不是 KubeMin 自带的。`,
    deliversTo: (cluster, source) => `交付到集群 ${cluster}，来自 ${source}`,
    worksOn: (cluster, source) => `服务于集群 ${cluster}，来自 ${source}`,
    serviceAccount: '本 Pod 的服务账号',
    usesCluster: (cluster) => `集群 ${cluster}`,
  },
});
