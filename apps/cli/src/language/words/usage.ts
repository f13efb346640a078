import { defineWords } from '../catalogue.ts';

/** About what nodes and pods use. */
export const usageWords = defineWords({
  en: {
    cpuShare: 'CPU%',
    memoryShare: 'MEMORY%',
    container: 'CONTAINER',
    noPods: 'no pod runs there; kubemin status APP tells why',
    notMeasured: 'the cluster does not measure what is used: it has no metrics.k8s.io',
    measure: 'install metrics-server there; the cluster that kubemin up brings measures by itself',
  },
  zh: {
    cpuShare: 'CPU 占比',
    memoryShare: '内存占比',
    container: '容器',
    noPods: '那里没有运行中的 Pod；kubemin status APP 会说明原因',
    notMeasured: '该集群不测量用量：没有 metrics.k8s.io',
    measure: '请在该集群安装 metrics-server；kubemin up 自带的集群会自行测量',
  },
});
