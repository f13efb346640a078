import { argument, clusterArgument, defineCommand, flag, option, requiredOption } from '../command/index.ts';

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
