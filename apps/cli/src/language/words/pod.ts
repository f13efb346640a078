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

/** About pods, and what runs in them. */
export const podWords = defineWords({
  en: {
    noLogs: 'no container of it has started yet; kubemin status APP tells why',
    elsewhere: (app: string, cluster: string) =>
      `${app} is in the cluster ${cluster}, which this command does not reach`,
    itsKubeconfig: 'name the kubeconfig of that cluster: --kubeconfig FILE',
    noRestarts: 'no container of it has been restarted: there is no log of before',
    noContainer: (name: string) => `there is no container ${name}`,
    knownContainers: (names: string) => `containers are ${names}`,
    leftOut: (name: string) => `the log of ${name} is not followed: 50 are already; name a component or a pod`,
    noPod: (target: string) => `${target} has no pod`,
    noComponent: (app: string, component: string) => `${app} has no component ${component}`,
    notRunning: (container: string, pod: string, why: string) =>
      `container ${container} of pod ${pod} does not run (${why})`,
    lastWords: (pod: string, namespace: string) =>
      `kubemin logs pod/${pod} -n ${namespace} --previous shows how it ended`,
    seePods: 'kubemin cluster pods --app APP lists the pods of an application',
    noTerminal: 'there is no terminal here to lend: the command runs without one',
    noContainerTerminal: (name: string) => `the container ${name} was started without a terminal: none is lent to it`,
    joined: (name: string) => `joined ${name}; it goes on when you leave with Ctrl-C`,
    joinedTerminal: (name: string) => `joined ${name}; Ctrl-P Ctrl-Q leaves it running`,
    left: 'left; it goes on running',
  },
  zh: {
    noLogs: '其容器均尚未启动；kubemin status APP 会说明原因',
    elsewhere: (app, cluster) => `${app} 在集群 ${cluster} 中，本命令无法访问`,
    itsKubeconfig: '请指定该集群的 kubeconfig：--kubeconfig FILE',
    noRestarts: '其容器从未重启：没有之前的日志',
    noContainer: (name) => `没有容器 ${name}`,
    knownContainers: (names) => `容器有 ${names}`,
    leftOut: (name) => `未跟随 ${name} 的日志：已在跟随 50 个；请指定组件或 Pod`,
    noPod: (target) => `${target} 没有 Pod`,
    noComponent: (app, component) => `${app} 没有组件 ${component}`,
    notRunning: (container, pod, why) => `Pod ${pod} 的容器 ${container} 未在运行（${why}）`,
    lastWords: (pod, namespace) => `kubemin logs pod/${pod} -n ${namespace} --previous 显示其如何结束`,
    seePods: 'kubemin cluster pods --app APP 列出应用的 Pod',
    noTerminal: '这里没有可借出的终端：命令将在没有终端的情况下运行',
    noContainerTerminal: (name) => `容器 ${name} 启动时没有终端：不会借给它终端`,
    joined: (name) => `已连接到 ${name}；按 Ctrl-C 离开，它会继续运行`,
    joinedTerminal: (name) => `已连接到 ${name}；按 Ctrl-P Ctrl-Q 离开，它会继续运行`,
    left: '已离开；它会继续运行',
  },
});
