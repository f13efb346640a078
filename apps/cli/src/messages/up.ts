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
    en: 'check kubectl --context {context} version; without --cluster, kubemin up starts an embedded cluster',
    zh: '请检查 kubectl --context {context} version；不加 --cluster 时，kubemin up 启动内置集群',
  },
  rulesWrong: {
    en: 'invalid simulation rules in {file}:{problems:message}',
    zh: '{file} 中的模拟规则有误：{problems}',
  },
  ruleProblem: { en: '{before:message}\n  {place}: {problem:message}', zh: '{before}\n  {place}：{problem}' },
  kubeletConfigWrong: {
    en: 'invalid kubelet configuration in {file}:{problems:message}',
    zh: '{file} 中的 kubelet 配置有误：{problems}',
  },
  fixKubeletConfig: {
    en: 'fix the file; docs/containers.md lists the supported fields',
    zh: '请修改该文件；支持的字段见 docs/containers.md',
  },
  fixRules: {
    en: 'fix the file; docs/simulated-nodes.md describes all rules',
    zh: '请修改该文件；规则的全部写法见 docs/simulated-nodes.md',
  },
  isUp: { en: 'KubeMin is up.', zh: 'KubeMin 已启动。' },
  kept: {
    en: 'All data is stored in {directory}; {stops:message}',
    zh: '所有数据保存在 {directory}；{stops}',
  },
  stopsByCtrlC: {
    en: 'press Ctrl-C to stop it; the next start restores everything.',
    zh: '按 Ctrl-C 停止，下次启动时恢复如初。',
  },
  stopsByDown: {
    en: 'stop it with {command}; the next start restores everything.',
    zh: '{command} 停止它，下次启动时恢复如初。',
  },
  platformApi: { en: 'platform API', zh: '平台 API' },
  token: { en: '(token: {file})', zh: '（令牌：{file}）' },
  registry: { en: 'image registry', zh: '镜像仓库' },
  functions: { en: 'functions', zh: '函数' },
  kubernetesApi: { en: 'Kubernetes API', zh: 'Kubernetes API 地址' },
  kubeconfig: { en: 'kubeconfig', zh: 'kubeconfig 文件' },
  inContext: { en: '(context {context})', zh: '（上下文 {context}）' },
  next: { en: 'Next, in another terminal:', zh: '接下来，在另一个终端中：' },
  nextHere: { en: 'Next:', zh: '接下来：' },
  open: { en: 'open', zh: '打开' },
  stopping: { en: 'stopping …', zh: '正在停止 …' },
  runsAlready: {
    en: 'KubeMin is already running on {directory} (process {pid:number})',
    zh: 'KubeMin 已在 {directory} 上运行（进程 {pid}）',
  },
  runsOtherwise: {
    en: 'KubeMin is already running on {directory} with other settings: {differences:list}',
    zh: 'KubeMin 已在 {directory} 上运行，但设置不同：{differences}',
  },
  differs: { en: '{what} is {running}, not {asked}', zh: '{what} 为 {running}，而非 {asked}' },
  runsAsServer: {
    en: 'kubemin server is already running on {directory}',
    zh: 'kubemin server 已在 {directory} 上运行',
  },
  stillStarting: {
    en: 'KubeMin on {directory} has not finished starting',
    zh: '{directory} 上的 KubeMin 尚未启动完毕',
  },
  notWaitedFor: {
    en: 'stopped waiting; KubeMin on {directory} is still starting',
    zh: '已停止等待；{directory} 上的 KubeMin 仍在启动',
  },
  waitAgain: {
    en: 'wait again with kubemin up; once started, stop it with kubemin down',
    zh: 'kubemin up 会再次等待；启动后可用 kubemin down 停止',
  },
  clusterNotWaitedFor: {
    en: 'stopped before the cluster of context {context} responded',
    zh: '在上下文 {context} 的集群应答之前已中断',
  },
  lookAt: { en: 'see {file}; stop it with kubemin down', zh: '请查看 {file}；kubemin down 可停止它' },
  childEnded: { en: 'KubeMin did not start:\n{output}{signal?}', zh: 'KubeMin 未能启动：\n{output}{signal?}' },
  endedBy: { en: '\nprocess ended by {signal}', zh: '\n进程被 {signal} 终止' },
  seeLogs: {
    en: 'no process is left running and no data is lost; see {file}, then start it again with kubemin up',
    zh: '没有遗留进程，也没有丢失数据；请查看 {file}，再用 kubemin up 重新启动',
  },
});
