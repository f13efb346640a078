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
  },
});
