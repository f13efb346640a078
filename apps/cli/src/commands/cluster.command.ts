import {
  appArgument,
  argument,
  clusterArgument,
  defineCommand,
  flag,
  namespaceOption,
  option,
  requiredOption,
  wholeNumber,
} from '../command/index.ts';
import { ExitCode } from '../terminal/index.ts';

const kindArgument = argument('kind', {
  en: 'kind of object, as kubectl takes it: pods, deploy, ingresses.networking.k8s.io',
  zh: '对象类型，写法同 kubectl：pods、deploy、ingresses.networking.k8s.io',
});
const nodeArgument = argument('node', { en: 'name of the node', zh: '节点名称' });

/** `kubemin cluster add`. */
export const clusterAddCommand = defineCommand({
  path: ['cluster', 'add'],
  group: 'platform',
  summary: {
    en: 'register a cluster by its kubeconfig after checking the connection',
    zh: '用 kubeconfig 登记一个集群（须能连通）',
  },
  arguments: { name: argument('name', { en: 'name of the cluster in documents', zh: '文档中对它的称呼' }) },
  options: {
    kubeconfig: requiredOption('--kubeconfig <file>', {
      en: 'self-contained kubeconfig (kubectl config view --flatten --minify --raw)',
      zh: '自身包含全部内容的 kubeconfig(kubectl config view --flatten --minify --raw)',
    }),
    kubeContext: option('--context <name>', {
      en: 'context of the kubeconfig (default: its current one)',
      zh: 'kubeconfig 中的 context（默认：当前的）',
    }),
    replace: flag('--replace', {
      en: 'replace the kubeconfig of a registered cluster',
      zh: '已登记过：换成这个 kubeconfig',
    }),
  },
  examples: [{ line: 'kubemin cluster add staging --kubeconfig kubeconfig', needs: 'platform' }],
  load: async () => {
    const { addCluster } = await import('./cluster.ts');
    return addCluster;
  },
});

/** `kubemin cluster capacity`. */
export const clusterCapacityCommand = defineCommand({
  path: ['cluster', 'capacity'],
  group: 'platform',
  summary: {
    en: 'show the free capacity of a cluster and the pods that wait for capacity',
    zh: '显示集群的剩余容量，以及等待资源的 Pod',
  },
  help: {
    en: 'FREE is what no pod requests on schedulable nodes. LARGEST is the largest request that still fits on one node.',
    zh: '“空闲”是可用节点上尚未被任何 Pod 申请的数量；“最大可用”是单个 Pod 还能申请到的最大数量及其所在节点。',
  },
  arguments: { cluster: clusterArgument },
  examples: [
    { line: 'kubemin cluster capacity', needs: 'platform' },
    { line: 'kubemin cluster capacity -o json', needs: 'platform' },
  ],
  load: async () => {
    const { showCapacity } = await import('./cluster.ts');
    return showCapacity;
  },
});

/** `kubemin cluster check`. */
export const clusterCheckCommand = defineCommand({
  path: ['cluster', 'check'],
  group: 'platform',
  summary: { en: 'check the connection to a cluster', zh: '检查集群是否应答' },
  arguments: { name: argument('name', { en: 'name of the cluster', zh: '集群名称' }) },
  examples: [{ line: 'kubemin cluster check staging', needs: 'platform' }],
  load: async () => {
    const { checkCluster } = await import('./cluster.ts');
    return checkCluster;
  },
});

/** `kubemin cluster ls`. */
export const clusterLsCommand = defineCommand({
  path: ['cluster', 'ls'],
  group: 'platform',
  summary: { en: 'list the clusters that documents may name', zh: '列出文档可以指定的集群' },
  examples: [{ line: 'kubemin cluster ls', needs: 'platform' }],
  load: async () => {
    const { listClusters } = await import('./cluster.ts');
    return listClusters;
  },
});

/** `kubemin cluster nodes`. */
export const clusterNodesCommand = defineCommand({
  path: ['cluster', 'nodes'],
  group: 'platform',
  summary: {
    en: 'list the nodes of a cluster and their requested resources',
    zh: '列出集群的节点及其已被申请的资源',
  },
  arguments: { cluster: clusterArgument },
  examples: [
    { line: 'kubemin cluster nodes', needs: 'platform' },
    { line: 'kubemin cluster nodes default -o wide', needs: 'platform' },
  ],
  load: async () => {
    const { listNodes } = await import('./cluster.ts');
    return listNodes;
  },
});

/** `kubemin cluster pods`. */
export const clusterPodsCommand = defineCommand({
  path: ['cluster', 'pods'],
  group: 'platform',
  summary: {
    en: 'list the pods of applications in a cluster and their nodes',
    zh: '列出集群中各应用的 Pod 及其所在节点',
  },
  arguments: { cluster: clusterArgument },
  options: {
    namespace: option('-n, --namespace <namespace>', {
      en: 'only in this namespace',
      zh: '只列出该命名空间的 Pod',
    }),
    app: option('--app <app>', {
      en: 'only of this application (name or id)',
      zh: '只列出该应用（名称或 id）的 Pod',
    }),
    all: flag('-A, --all', {
      en: 'also pods of no application; needs read access to all projects',
      zh: '也列出不属于任何应用的 Pod；需可读取所有项目',
    }),
    node: option('--node <node>', { en: 'only on this node', zh: '只列出该节点上的 Pod' }),
  },
  examples: [
    { line: 'kubemin cluster pods', needs: 'demo' },
    { line: 'kubemin cluster pods --app demo -o wide', needs: 'demo' },
    { line: 'kubemin cluster pods default --all -o name', needs: 'platform' },
  ],
  load: async () => {
    const { listPods } = await import('./cluster.ts');
    return listPods;
  },
});

/** `kubemin cluster rm`. */
export const clusterRmCommand = defineCommand({
  path: ['cluster', 'rm'],
  group: 'platform',
  summary: {
    en: 'remove a cluster that no application uses; objects in it are kept',
    zh: '移除没有应用使用的集群；其中的内容保留',
  },
  arguments: { name: argument('name', { en: 'name of the cluster', zh: '集群名称' }) },
  examples: [{ line: 'kubemin cluster rm staging', needs: 'platform' }],
  load: async () => {
    const { removeCluster } = await import('./cluster.ts');
    return removeCluster;
  },
});

/** `kubemin cluster kinds`. */
export const clusterKindsCommand = defineCommand({
  path: ['cluster', 'kinds'],
  group: 'platform',
  summary: { en: 'list the kinds of objects that a cluster serves', zh: '列出集群提供的对象类型' },
  arguments: { cluster: clusterArgument },
  examples: [{ line: 'kubemin cluster kinds', needs: 'platform' }],
  load: async () => {
    const { listKinds } = await import('./cluster-objects.ts');
    return listKinds;
  },
});

/** `kubemin cluster objects`. */
export const clusterObjectsCommand = defineCommand({
  path: ['cluster', 'objects'],
  group: 'platform',
  summary: { en: 'list the objects of a kind in a cluster', zh: '列出集群中某类型的对象' },
  arguments: { kind: kindArgument, cluster: clusterArgument },
  options: {
    namespace: namespaceOption,
    fieldSelector: option('--field-selector <selector>', {
      en: 'only objects with these fields, for example metadata.name=web',
      zh: '只列出字段符合的对象，如 metadata.name=web',
    }),
  },
  examples: [
    { line: 'kubemin cluster objects deployments.apps', needs: 'platform' },
    { line: 'kubemin cluster objects events -n default', needs: 'platform' },
  ],
  load: async () => {
    const { listObjects } = await import('./cluster-objects.ts');
    return listObjects;
  },
});

/** `kubemin cluster events`. */
export const clusterEventsCommand = defineCommand({
  path: ['cluster', 'events'],
  group: 'platform',
  summary: { en: 'list the events of a cluster, the newest first', zh: '列出集群的事件，最新的在前' },
  arguments: { cluster: clusterArgument },
  options: {
    namespace: option('-n, --namespace <namespace>', { en: 'only in this namespace', zh: '只列出该命名空间的事件' }),
    limit: option(
      '--limit <n>',
      { en: 'maximum number of events, up to 5000 (default: 500)', zh: '最多多少条，至多 5000（默认：500）' },
      wholeNumber(1, 5_000),
    ),
  },
  examples: [{ line: 'kubemin cluster events --limit 20', needs: 'platform' }],
  load: async () => {
    const { listClusterEvents } = await import('./cluster-objects.ts');
    return listClusterEvents;
  },
});

/** `kubemin cluster get`. */
export const clusterGetCommand = defineCommand({
  path: ['cluster', 'get'],
  group: 'platform',
  summary: {
    en: 'print one object of a cluster as YAML, values of Secrets masked',
    zh: '以 YAML 打印集群中的一个对象，Secret 的值已隐藏',
  },
  arguments: {
    kind: kindArgument,
    name: argument('name', { en: 'name of the object', zh: '对象名称' }),
    cluster: clusterArgument,
  },
  options: { namespace: namespaceOption },
  examples: [{ line: 'kubemin cluster get namespaces default', needs: 'platform' }],
  load: async () => {
    const { getObject } = await import('./cluster-objects.ts');
    return getObject;
  },
});

/** `kubemin cluster cordon`. */
export const clusterCordonCommand = defineCommand({
  path: ['cluster', 'cordon'],
  group: 'platform',
  summary: { en: 'keep new pods from a node', zh: '不再向节点调度新的 Pod' },
  arguments: { node: nodeArgument, cluster: clusterArgument },
  examples: [{ line: 'kubemin cluster cordon node-9', needs: 'platform', exit: ExitCode.notFound }],
  load: async () => {
    const { cordonNode } = await import('./cluster-nodes.ts');
    return cordonNode;
  },
});

/** `kubemin cluster uncordon`. */
export const clusterUncordonCommand = defineCommand({
  path: ['cluster', 'uncordon'],
  group: 'platform',
  summary: { en: 'place new pods on a node again', zh: '恢复向节点调度 Pod' },
  arguments: { node: nodeArgument, cluster: clusterArgument },
  examples: [{ line: 'kubemin cluster uncordon node-9', needs: 'platform', exit: ExitCode.notFound }],
  load: async () => {
    const { uncordonNode } = await import('./cluster-nodes.ts');
    return uncordonNode;
  },
});

/** `kubemin cluster drain`. */
export const clusterDrainCommand = defineCommand({
  path: ['cluster', 'drain'],
  group: 'platform',
  summary: { en: 'evict the pods of a node and keep new ones from it', zh: '驱逐节点上的 Pod，并不再向其调度' },
  help: {
    en: 'The affected applications are listed first, and pods that would be lost. PodDisruptionBudgets are respected: pods that are not evicted are listed, and the exit code is 1. Ctrl-C stops it; draining again continues.',
    zh: '先列出受影响的应用，以及会丢失的 Pod。遵守 PodDisruptionBudget：未能驱逐的 Pod 会列出，退出码为 1。按 Ctrl-C 停止；再次排空即可继续。',
  },
  arguments: { node: nodeArgument, cluster: clusterArgument },
  options: {
    force: flag('--force', {
      en: 'also evict pods without a controller: nothing replaces them',
      zh: '也驱逐没有控制器的 Pod：不会有新的补上',
    }),
    deleteLocalData: flag('--delete-local-data', {
      en: 'also evict pods with emptyDir volumes: the data in them is lost',
      zh: '也驱逐带 emptyDir 卷的 Pod：其中的数据会丢失',
    }),
  },
  examples: [{ line: 'kubemin cluster drain node-9 --yes', needs: 'platform', exit: ExitCode.notFound }],
  load: async () => {
    const { drainNode } = await import('./cluster-nodes.ts');
    return drainNode;
  },
});

/** `kubemin pod rm`. */
export const podRmCommand = defineCommand({
  path: ['pod', 'rm'],
  group: 'observe',
  summary: {
    en: 'delete a pod of an application; its workload replaces it',
    zh: '删除应用的一个 Pod；其工作负载会补上新的',
  },
  arguments: { app: appArgument, pod: argument('pod', { en: 'name of the pod', zh: 'Pod 名称' }) },
  examples: [{ line: 'kubemin pod rm demo web-0', needs: 'demo', exit: ExitCode.notFound }],
  load: async () => {
    const { deletePod } = await import('./pod-rm.ts');
    return deletePod;
  },
});
