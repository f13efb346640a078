import { defineMessages } from '@kubemin/base/message';

/** About what nodes and pods use. */
export const usageMessages = defineMessages('cli.usage', {
  cpuShare: { en: 'CPU%', zh: 'CPU 占比' },
  memoryShare: { en: 'MEMORY%', zh: '内存占比' },
  container: { en: 'CONTAINER', zh: '容器' },
  noPods: {
    en: 'no running pods; see kubemin status APP for the reason',
    zh: '没有运行中的 Pod；原因见 kubemin status APP',
  },
  notMeasured: {
    en: 'the cluster does not serve metrics.k8s.io',
    zh: '该集群不提供 metrics.k8s.io',
  },
  measure: {
    en: 'install metrics-server in the cluster; the embedded cluster of kubemin up has metrics',
    zh: '请在该集群安装 metrics-server；kubemin up 的内置集群已提供指标',
  },
});

/** About pods, and what runs in them. */
export const podMessages = defineMessages('cli.pod', {
  noLogs: {
    en: 'no container has started yet; see kubemin status APP for the reason',
    zh: '容器均尚未启动；原因见 kubemin status APP',
  },
  podNotFound: {
    en: 'pod {name} not found in namespace {namespace} among the pods of your applications',
    zh: '您的应用在命名空间 {namespace} 中没有 Pod {name}',
  },
  otherPods: {
    en: 'list them with kubemin cluster pods; a pod of no application is reached with kubemin kubectl, or with --kubeconfig FILE',
    zh: 'kubemin cluster pods 列出这些 Pod；不属于任何应用的 Pod 请用 kubemin kubectl，或加 --kubeconfig FILE',
  },
  reconnecting: {
    en: 'connection to the platform lost, reconnecting: {reason:message}',
    zh: '与平台的连接中断，正在重新连接：{reason}',
  },
  noRestarts: {
    en: 'no container has been restarted: no previous log',
    zh: '其容器从未重启：没有之前的日志',
  },
  noneGone: {
    en: 'no logs of pods that are gone: none has ended or was deleted within --retention-keep-logs-for of the platform',
    zh: '没有已消失的 Pod 的日志：在平台的 --retention-keep-logs-for 期限内没有 Pod 结束或被删除',
  },
  olderLines: {
    en: 'older lines are not shown; narrow with --since or --search',
    zh: '更早的行未显示；可用 --since 或 --search 缩小范围',
  },
  notWithGone: { en: '--gone cannot be used with {option}', zh: '--gone 不能与 {option} 一起使用' },
  goneUsage: {
    en: 'name an application: kubemin logs APP --gone, or kubemin logs APP/COMPONENT --gone',
    zh: '请指定应用：kubemin logs APP --gone 或 kubemin logs APP/COMPONENT --gone',
  },
  noContainer: { en: 'container {name} not found', zh: '没有容器 {name}' },
  knownContainers: { en: 'available containers: {names}', zh: '容器有 {names}' },
  leftOut: { en: 'not showing the log of {name}: {reason:message}', zh: '未显示 {name} 的日志：{reason}' },
  tooManyLogs: {
    en: 'the limit is 50 logs; name a component or a pod',
    zh: '至多 50 个；请指定组件或 Pod',
  },
  noPod: { en: '{target} has no pod', zh: '{target} 没有 Pod' },
  noComponent: { en: '{app} has no component {component}', zh: '{app} 没有组件 {component}' },
  notRunning: {
    en: 'container {container} of pod {pod} is not running ({why:message})',
    zh: 'Pod {pod} 的容器 {container} 未在运行（{why}）',
  },
  lastWords: {
    en: 'see kubemin logs pod/{pod} -n {namespace} --previous',
    zh: '请查看 kubemin logs pod/{pod} -n {namespace} --previous',
  },
  seePods: {
    en: 'list the pods with kubemin cluster pods --app APP',
    zh: 'kubemin cluster pods --app APP 列出应用的 Pod',
  },
  otherDebugImage: {
    en: 'choose an image that the cluster has with --image',
    zh: '请用 --image 指定集群可用的镜像',
  },
  debugging: { en: 'container {container} was added to pod {pod}', zh: '已在 Pod {pod} 中添加容器 {container}' },
  noTerminal: {
    en: 'stdin is not a terminal: the command runs without one',
    zh: '标准输入不是终端：命令将在没有终端的情况下运行',
  },
  noContainerTerminal: {
    en: 'container {name} was started without a terminal; attaching without one',
    zh: '容器 {name} 启动时没有终端；将在没有终端的情况下连接',
  },
  joined: {
    en: 'attached to {name}; Ctrl-C detaches and leaves it running',
    zh: '已连接到 {name}；按 Ctrl-C 离开，它会继续运行',
  },
  joinedTerminal: {
    en: 'attached to {name}; Ctrl-P Ctrl-Q detaches and leaves it running',
    zh: '已连接到 {name}；按 Ctrl-P Ctrl-Q 离开，它会继续运行',
  },
  left: { en: 'detached; the container is still running', zh: '已断开；容器仍在运行' },
});

/** About ports that are led elsewhere. */
export const portMessages = defineMessages('cli.port', {
  ended: { en: 'press Ctrl-C to stop', zh: '按 Ctrl-C 结束' },
  failed: { en: 'a connection to {local} failed: {why:message}', zh: '到 {local} 的连接失败：{why}' },
  chooseLocal: {
    en: 'choose another local port: LOCAL:REMOTE; :REMOTE picks a free one',
    zh: '请另选本地端口：LOCAL:REMOTE；:REMOTE 表示任选空闲端口',
  },
  noPort: { en: '{owner} has no port {port}', zh: '{owner} 没有端口 {port}' },
  knownPorts: { en: 'available ports: {ports}', zh: '可用端口：{ports}' },
  giveNumber: { en: 'it has no named ports: use a port number', zh: '它没有命名的端口：请写端口号' },
  noService: {
    en: 'svc/{name} not found in namespace {namespace} among the Services of your applications',
    zh: '您的应用在命名空间 {namespace} 中没有 svc/{name}',
  },
  otherServices: {
    en: 'check the name and -n NAMESPACE; a Service of no application is reached with kubemin kubectl, or with --kubeconfig FILE',
    zh: '请检查名称与 -n NAMESPACE；不属于任何应用的 Service 请用 kubemin kubectl，或加 --kubeconfig FILE',
  },
  closed: { en: 'the platform closed the connection (code {code:number})', zh: '平台关闭了连接（代码 {code}）' },
  noSelector: {
    en: 'svc/{name} has no selector, so it has no pods to forward to',
    zh: 'svc/{name} 没有选择器，因此没有可以转发到的 Pod',
  },
  namePod: { en: 'name a pod instead: pod/NAME', zh: '请改为指定 Pod：pod/NAME' },
});
