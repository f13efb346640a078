import { list, option } from './options.ts';

/** Files with objects. */
export const objectFilesOption = list('-f, --file <file>', {
  en: 'files with objects, separated by commas, or directories; - is what is piped in',
  zh: '对象文件（用逗号分隔）或目录；- 表示管道输入',
});

/** The namespace objects are in. */
export const namespaceOption = option('-n, --namespace <namespace>', {
  en: 'namespace of the objects',
  zh: '对象所在的命名空间',
});

/** The cluster objects are in. */
export const clusterOptions = {
  kubeconfig: option('--kubeconfig <file>', {
    en: 'of the cluster (default: the one that the selected platform delivers to)',
    zh: '集群的 kubeconfig（默认：所选平台交付到的集群）',
  }),
  kubeContext: option('--kube-context <name>', {
    en: 'context of that kubeconfig, or of the one kubectl uses (default: its current one)',
    zh: '该 kubeconfig 或 kubectl 所用 kubeconfig 中的上下文（默认：当前的）',
  }),
} as const;
