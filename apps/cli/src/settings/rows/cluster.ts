import { settingValueMessages } from '../../messages/index.ts';
import { defineSetting } from '../setting.ts';
import { text, wholeNumber } from '../setting-types/setting-types.ts';

/** The Kubernetes cluster that is delivered to. */
export const clusterSettings = {
  cluster: defineSetting<string | undefined>({
    flag: 'cluster',
    yaml: ['kubernetes.cluster'],
    type: text({ expected: settingValueMessages.kubeContext, example: 'production' }),
    default: undefined,
    only: 'up',
    doc: {
      en: 'Context in the kubeconfig of the target cluster, instead of starting an embedded cluster.',
      zh: 'kubeconfig 中作为交付目标的上下文，取代启动内嵌集群。',
    },
  }),
  kubeconfig: defineSetting<string | undefined>({
    flag: 'kubeconfig',
    yaml: ['kubernetes.kubeconfig'],
    type: text({ expected: settingValueMessages.path, example: '~/.kube/config' }),
    default: undefined,
    doc: {
      en: 'The kubeconfig of the cluster, for `up` with `--cluster` only. When not given: the files that `KUBECONFIG` lists, else `~/.kube/config`, else the cluster this runs in as a pod.',
      zh: '集群的 kubeconfig，对 `up` 只与 `--cluster` 一起使用。未给出时：`KUBECONFIG` 列出的文件，否则 `~/.kube/config`，否则本程序以 Pod 运行所在的集群。',
    },
  }),
  context: defineSetting<string | undefined>({
    flag: 'kube-context',
    yaml: ['kubernetes.context'],
    type: text({ expected: settingValueMessages.kubeContext, example: 'production' }),
    default: undefined,
    only: 'server',
    doc: {
      en: 'Context in the kubeconfig; its current one when not given.',
      zh: 'kubeconfig 中的上下文；未给出时为其当前上下文。',
    },
  }),
  qps: defineSetting({
    flag: 'kube-api-qps',
    yaml: ['kubernetes.qps'],
    type: wholeNumber({ min: 0, max: 1_000_000 }),
    default: 100,
    doc: {
      en: 'Sustained requests per second to the Kubernetes API; 0 means no limit.',
      zh: '长期平均每秒向 Kubernetes API 的请求数；0 表示不限。',
    },
  }),
  burst: defineSetting({
    flag: 'kube-api-burst',
    yaml: ['kubernetes.burst'],
    type: wholeNumber({ min: 1, max: 1_000_000 }),
    default: 300,
    doc: {
      en: 'Burst of requests to the Kubernetes API.',
      zh: '安静一段时间后一次可连续向 Kubernetes API 发送的请求数。',
    },
  }),
} as const;
