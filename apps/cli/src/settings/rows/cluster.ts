import { defineSetting } from '../setting.ts';
import { text } from '../setting-types/text.ts';
import { wholeNumber } from '../setting-types/whole-number.ts';

/** The Kubernetes cluster that is delivered to. */
export const clusterSettings = {
  cluster: defineSetting<string | undefined>({
    flag: 'cluster',
    yaml: ['kubernetes.cluster'],
    type: text({ expected: 'the name of a context', example: 'production' }),
    default: undefined,
    only: 'up',
    doc: 'Context in the kubeconfig whose cluster is delivered to, instead of starting an embedded one.',
  }),
  kubeconfig: defineSetting<string | undefined>({
    flag: 'kubeconfig',
    yaml: ['kubernetes.kubeconfig'],
    type: text({ expected: 'the path of a file', example: '~/.kube/config' }),
    default: undefined,
    doc: 'The kubeconfig of the cluster, for `up` with `--cluster` only. When not given: the files that `KUBECONFIG` lists, else `~/.kube/config`, else the cluster this runs in as a pod.',
  }),
  context: defineSetting<string | undefined>({
    flag: 'kube-context',
    yaml: ['kubernetes.context'],
    type: text({ expected: 'the name of a context', example: 'production' }),
    default: undefined,
    only: 'server',
    doc: 'Context in the kubeconfig; its current one when not given.',
  }),
  qps: defineSetting({
    flag: 'kube-api-qps',
    yaml: ['kubernetes.qps'],
    type: wholeNumber({ min: 0, max: 1_000_000 }),
    default: 100,
    doc: 'Requests a second to the Kubernetes API, in the long run; 0 means no limit.',
  }),
  burst: defineSetting({
    flag: 'kube-api-burst',
    yaml: ['kubernetes.burst'],
    type: wholeNumber({ min: 1, max: 1_000_000 }),
    default: 300,
    doc: 'Requests to the Kubernetes API at once, after a quiet time.',
  }),
} as const;
