import { defineMessages } from '@kubemin/base/message';

/** About what nodes and pods use. */
export const usageMessages = defineMessages('cli.usage', {
  cpuShare: { en: 'CPU%', zh: 'CPU 占比' },
  memoryShare: { en: 'MEMORY%', zh: '内存占比' },
  container: { en: 'CONTAINER', zh: '容器' },
  noPods: {
    en: 'no pod runs there; kubemin status APP tells why',
    zh: '那里没有运行中的 Pod；kubemin status APP 会说明原因',
  },
  notMeasured: {
    en: 'the cluster does not measure what is used: it has no metrics.k8s.io',
    zh: '该集群不测量用量：没有 metrics.k8s.io',
  },
  measure: {
    en: 'install metrics-server there; the cluster that kubemin up brings measures by itself',
    zh: '请在该集群安装 metrics-server；kubemin up 自带的集群会自行测量',
  },
});

/** About pods, and what runs in them. */
export const podMessages = defineMessages('cli.pod', {
  noLogs: {
    en: 'no container of it has started yet; kubemin status APP tells why',
    zh: '其容器均尚未启动；kubemin status APP 会说明原因',
  },
  elsewhere: {
    en: '{app} is in the cluster {cluster}, which this command does not reach',
    zh: '{app} 在集群 {cluster} 中，本命令无法访问',
  },
  itsKubeconfig: {
    en: 'name the kubeconfig of that cluster: --kubeconfig FILE',
    zh: '请指定该集群的 kubeconfig：--kubeconfig FILE',
  },
  noRestarts: {
    en: 'no container of it has been restarted: there is no log of before',
    zh: '其容器从未重启：没有之前的日志',
  },
  noContainer: { en: 'there is no container {name}', zh: '没有容器 {name}' },
  knownContainers: { en: 'containers are {names}', zh: '容器有 {names}' },
  leftOut: {
    en: 'the log of {name} is not followed: 50 are already; name a component or a pod',
    zh: '未跟随 {name} 的日志：已在跟随 50 个；请指定组件或 Pod',
  },
  noPod: { en: '{target} has no pod', zh: '{target} 没有 Pod' },
  noComponent: { en: '{app} has no component {component}', zh: '{app} 没有组件 {component}' },
  notRunning: {
    en: 'container {container} of pod {pod} does not run ({why:message})',
    zh: 'Pod {pod} 的容器 {container} 未在运行（{why}）',
  },
  lastWords: {
    en: 'kubemin logs pod/{pod} -n {namespace} --previous shows how it ended',
    zh: 'kubemin logs pod/{pod} -n {namespace} --previous 显示其如何结束',
  },
  seePods: {
    en: 'kubemin cluster pods --app APP lists the pods of an application',
    zh: 'kubemin cluster pods --app APP 列出应用的 Pod',
  },
  noTerminal: {
    en: 'stdin is not a terminal: the command runs without one',
    zh: '这里没有可借出的终端：命令将在没有终端的情况下运行',
  },
  noContainerTerminal: {
    en: 'the container {name} was started without a terminal: none is lent to it',
    zh: '容器 {name} 启动时没有终端：不会借给它终端',
  },
  joined: {
    en: 'joined {name}; it goes on when you leave with Ctrl-C',
    zh: '已连接到 {name}；按 Ctrl-C 离开，它会继续运行',
  },
  joinedTerminal: {
    en: 'joined {name}; Ctrl-P Ctrl-Q leaves it running',
    zh: '已连接到 {name}；按 Ctrl-P Ctrl-Q 离开，它会继续运行',
  },
  left: { en: 'left; it goes on running', zh: '已离开；它会继续运行' },
});
