import { defineMessages } from '@kubemin/base/message';

/** About `kubemin up`. */
export const upMessages = defineMessages('cli.up', {
  dataDirectory: { en: 'data directory', zh: '数据目录' },
  cluster: { en: 'cluster', zh: '集群' },
  platform: { en: 'platform', zh: '平台' },
  embedded: { en: '{url}, {nodes:number} {runtime} nodes', zh: '{url}，{nodes} 个节点（{runtime}）' },
  remote: { en: '{context} at {url}, Kubernetes {version}', zh: '上下文 {context}（{url}），Kubernetes {version}' },
  clusterSilent: {
    en: 'the cluster of context {context} ({url}) cannot be used: {why:message}',
    zh: '上下文 {context} 的集群（{url}）无法使用：{why}',
  },
  checkCluster: {
    en: 'see whether kubectl --context {context} version answers; without --cluster, kubemin up brings a cluster of its own',
    zh: '请检查 kubectl --context {context} version 是否有应答；不加 --cluster 时，kubemin up 自带集群',
  },
  rulesWrong: {
    en: 'the simulation rules in {file} are wrong:\n{problems}',
    zh: '{file} 中的模拟规则有误：\n{problems}',
  },
  mendRules: {
    en: 'mend the file; docs/simulated-nodes.md shows all that rules can say',
    zh: '请修改该文件；规则的全部写法见 docs/simulated-nodes.md',
  },
  isUp: { en: 'KubeMin is up.', zh: 'KubeMin 已启动。' },
  kept: { en: 'Everything is kept in {directory};', zh: '一切都保存在 {directory}；' },
  stopsByCtrlC: { en: 'Ctrl-C stops it, the next start brings it back.', zh: '按 Ctrl-C 停止，下次启动时恢复如初。' },
  stopsByDown: {
    en: '{command} stops it, the next start brings it back.',
    zh: '{command} 停止它，下次启动时恢复如初。',
  },
  platformApi: { en: 'platform API', zh: '平台 API' },
  token: { en: '(token: {file})', zh: '（令牌：{file}）' },
  kubernetesApi: { en: 'Kubernetes API', zh: 'Kubernetes API 地址' },
  kubeconfig: { en: 'kubeconfig', zh: 'kubeconfig 文件' },
  inContext: { en: '(context {context})', zh: '（上下文 {context}）' },
  next: { en: 'Next, in another terminal:', zh: '接下来，在另一个终端中：' },
  nextHere: { en: 'Next:', zh: '接下来：' },
  open: { en: 'open', zh: '打开' },
  stopping: { en: 'stopping …', zh: '正在停止 …' },
  runsAlready: {
    en: 'KubeMin runs on {directory} already (process {pid:number})',
    zh: 'KubeMin 已在 {directory} 上运行（进程 {pid}）',
  },
  runsOtherwise: {
    en: 'KubeMin already runs on {directory}, but not as asked: {differences:list}',
    zh: 'KubeMin 已在 {directory} 上运行，但与要求不符：{differences}',
  },
  differs: { en: '{what} is {running}, not {asked}', zh: '{what} 为 {running}，而非 {asked}' },
  runsAsServer: { en: 'kubemin server already runs on {directory}', zh: 'kubemin server 已在 {directory} 上运行' },
  stillStarting: {
    en: 'KubeMin on {directory} has not finished starting',
    zh: '{directory} 上的 KubeMin 尚未启动完毕',
  },
  notWaitedFor: {
    en: 'KubeMin on {directory} goes on starting; it was not waited for',
    zh: '{directory} 上的 KubeMin 继续启动；不再等待',
  },
  waitAgain: {
    en: 'kubemin up waits for it again; kubemin down stops it once it runs',
    zh: 'kubemin up 会再次等待；启动后可用 kubemin down 停止',
  },
  clusterNotWaitedFor: {
    en: 'stopped before the cluster of context {context} answered',
    zh: '在上下文 {context} 的集群应答之前已中断',
  },
  lookAt: { en: 'look at {file}; kubemin down stops it', zh: '请查看 {file}；kubemin down 可停止它' },
  childEnded: { en: 'KubeMin did not start:\n{output}{signal?}', zh: 'KubeMin 未能启动：\n{output}{signal?}' },
  endedBy: { en: '\nprocess ended by {signal}', zh: '\n进程被 {signal} 终止' },
  seeLogs: {
    en: 'nothing runs now and nothing is lost; start it again with kubemin up, the log is {file}',
    zh: '现在没有任何进程在运行，也没有丢失任何内容；请用 kubemin up 重新启动，日志见 {file}',
  },
});
