import { defineMessages } from '@kubemin/base/message';

/** About clusters that applications are delivered to. */
export const clusterMessages = defineMessages('cli.cluster', {
  whenNoneIsNamed: { en: 'default', zh: '默认' },
  registered: {
    en: 'cluster {name} registered: {server}; use it in documents as cluster: {name}',
    zh: '集群 {name} 已登记：{server}；文档中写 cluster: {name} 即可使用',
  },
  replaced: {
    en: 'kubeconfig of cluster {name} replaced: {server}; use it in documents as cluster: {name}',
    zh: '集群 {name} 的 kubeconfig 已替换：{server}；文档中写 cluster: {name} 即可使用',
  },
  forgotten: { en: 'cluster {name} removed; objects in it are kept', zh: '集群 {name} 已移除；其中的对象保留' },
  kubeconfigUnreadable: {
    en: 'the kubeconfig {path} cannot be read: {why:message}',
    zh: '无法读取 kubeconfig {path}：{why}',
  },
  giveKubeconfig: { en: 'name an existing file: --kubeconfig FILE', zh: '请指定存在的文件：--kubeconfig FILE' },
  noCluster: { en: 'no target cluster', zh: '没有目标集群' },
  nameCluster: {
    en: 'name one with --kubeconfig FILE or KUBECONFIG, or create {path}; kubemin up starts an embedded cluster',
    zh: '请用 --kubeconfig FILE 或 KUBECONFIG 指定一个，或创建 {path}；kubemin up 会启动内置集群',
  },
  chooseKubeconfig: {
    en: 'read {paths}; choose another with --kubeconfig FILE and --kube-context NAME (kubemin up: --cluster NAME)',
    zh: '读取了 {paths}；可用 --kubeconfig FILE 与 --kube-context NAME（kubemin up 用 --cluster NAME）另选',
  },
  noneSelected: {
    en: 'no cluster selected: no running KubeMin found (looked in {path})',
    zh: '没有选定集群：没有找到正在运行的 KubeMin（查看了 {path}）',
  },
  waysToSelect: {
    en: 'start one with kubemin up, or choose one: --data-dir DIR, --context NAME, --kubeconfig FILE, --kube-context NAME; the kubeconfig of kubectl is used only when named',
    zh: '用 kubemin up 启动一个，或选择一个：--data-dir DIR、--context NAME、--kubeconfig FILE、--kube-context NAME；未指明时不会使用 kubectl 的 kubeconfig',
  },
  kubeconfigElsewhere: {
    en: 'the kubeconfig of the cluster that {url} delivers to is not on this machine',
    zh: '{url} 所交付集群的 kubeconfig 不在本机',
  },
  nameKubeconfig: {
    en: 'name one: --kubeconfig FILE, --kube-context NAME',
    zh: '请指明：--kubeconfig FILE、--kube-context NAME',
  },
  willWrite: {
    en: 'Cluster {cluster} is not managed by KubeMin and will be written to.',
    zh: '集群 {cluster} 不由 KubeMin 管理，将被写入。',
  },
  inForeign: { en: ' Cluster: {cluster}, not managed by KubeMin.', zh: '集群：{cluster}，不由 KubeMin 管理。' },
  deliversTo: { en: 'delivers to cluster {cluster}, from {source}', zh: '交付到集群 {cluster}，来自 {source}' },
  worksOn: { en: 'works on cluster {cluster}, from {source}', zh: '服务于集群 {cluster}，来自 {source}' },
  serviceAccount: { en: 'the service account of this pod', zh: '本 Pod 的服务账号' },
  usesCluster: { en: 'cluster {cluster}', zh: '集群 {cluster}' },
});

/** Whether a cluster responded to the last check. */
export const clusterStateMessages = defineMessages('cli.clusterState', {
  up: { en: 'up', zh: '在线' },
  down: { en: 'down', zh: '离线' },
  unknown: { en: 'unknown', zh: '未知' },
});

/** About what is in a cluster. */
export const inventoryMessages = defineMessages('cli.inventory', {
  ready: { en: 'Ready', zh: '就绪' },
  notReady: { en: 'Not ready', zh: '未就绪' },
  closed: { en: 'Unschedulable', zh: '不可调度' },
  noNodes: {
    en: 'the cluster has no nodes: no pod can run until a node joins',
    zh: '集群没有节点：在有节点加入之前无法运行 Pod',
  },
  noPods: {
    en: 'no pods of applications; deploy one with kubemin deploy, or list all pods with --all',
    zh: '没有应用的 Pod；可用 kubemin deploy 部署，或用 --all 列出全部 Pod',
  },
  nodesTakePods: { en: '{schedulable:number} of {all:number} nodes schedulable', zh: '可用节点 {schedulable} / {all}' },
  largestOn: { en: '{amount} on {node}', zh: '{amount}（在 {node} 上）' },
  noEvents: { en: 'no events', zh: '没有事件' },
  noObjects: { en: 'no objects of kind {kind}', zh: '没有 {kind} 对象' },
  nodeCordoned: { en: 'node {node} takes no new pods', zh: '节点 {node} 不再接受新的 Pod' },
  nodeUncordoned: { en: 'node {node} takes new pods again', zh: '节点 {node} 重新接受新的 Pod' },
  willDrain: {
    en: 'Node {node} takes no new pods, and its pods are evicted.',
    zh: '节点 {node} 将不再接受新的 Pod，其上的 Pod 会被驱逐。',
  },
  willDrainApps: {
    en: 'Node {node} takes no new pods, and its pods are evicted. Affected applications: {apps:list}.',
    zh: '节点 {node} 将不再接受新的 Pod，其上的 Pod 会被驱逐。受影响的应用：{apps}。',
  },
  unmanagedLost: {
    en: 'Pods that nothing replaces are deleted: {pods:list}.',
    zh: '以下 Pod 会被删除，且不会有新的补上：{pods}。',
  },
  unmanagedStay: {
    en: 'Pods that nothing replaces stay without --force: {pods:list}.',
    zh: '以下 Pod 没有控制器，不加 --force 则保留：{pods}。',
  },
  dataLost: {
    en: 'The data in emptyDir volumes of these pods is lost: {pods:list}.',
    zh: '以下 Pod 的 emptyDir 卷中的数据会丢失：{pods}。',
  },
  dataStays: {
    en: 'Pods with emptyDir volumes stay without --delete-local-data: {pods:list}.',
    zh: '以下 Pod 带 emptyDir 卷，不加 --delete-local-data 则保留：{pods}。',
  },
  draining: {
    en: 'node {node}: {pods:pod|pods} evicted, {left:number} to go',
    zh: '节点 {node}：已驱逐 {pods} 个 Pod，还有 {left} 个',
  },
  nodeDrained: { en: 'node {node}: {pods:pod|pods} evicted', zh: '节点 {node}：已驱逐 {pods} 个 Pod' },
  keptDaemonSet: { en: 'belongs to a DaemonSet', zh: '属于 DaemonSet' },
  keptStatic: { en: 'static pod of the node', zh: '节点的静态 Pod' },
  keptUnmanaged: {
    en: 'no controller replaces it; evict it with --force',
    zh: '没有控制器会补上它；可用 --force 驱逐',
  },
  keptLocalData: {
    en: 'it has data in emptyDir volumes; evict it with --delete-local-data',
    zh: '其 emptyDir 卷中有数据；可用 --delete-local-data 驱逐',
  },
  keptTerminating: { en: 'is being deleted', zh: '正在删除' },
  keptPending: { en: 'not evicted yet; drain again', zh: '尚未驱逐；请再次排空' },
  keptBudget: {
    en: 'a PodDisruptionBudget does not allow it now; drain again later',
    zh: 'PodDisruptionBudget 暂不允许；请稍后再次排空',
  },
  keptFailed: { en: 'eviction failed', zh: '驱逐失败' },
  podDeleted: { en: 'pod {pod} deleted; its workload replaces it', zh: '已删除 Pod {pod}；其工作负载会补上新的' },
  waitForRoom: { en: '{count:number} waiting for a node:', zh: '{count} 个 Pod 等待节点：' },
});
