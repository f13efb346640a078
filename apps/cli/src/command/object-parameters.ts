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
export const kubeconfigOption = option('--kubeconfig <file>', {
  en: 'of the cluster (default: the one of the running KubeMin)',
  zh: '集群的 kubeconfig（默认：正在运行的 KubeMin 的集群）',
});
