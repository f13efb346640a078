import { defineMessages } from '@kubemin/base/message';

/** About nodes that run containers on this machine. */
export const nodeMessages = defineMessages('cli.node', {
  functionsNeedContainers: {
    en: 'the nodes of this cluster are simulated, nothing runs there; start it with --runtime sandbox',
    zh: '该集群的节点是模拟的，不会真正运行任何内容；请以 --runtime sandbox 启动',
  },
  runsContainers: {
    en: 'Pods run in containers on this machine, in a network of their own (node kubemin).',
    zh: 'Pod 以容器形式在本机运行，位于独立的网络中（节点 kubemin）。',
  },
  runsContainerd: {
    en: 'Pods run in containers of a containerd of its own, in a network of their own (node kubemin). Root of a container is root of this machine.',
    zh: 'Pod 以容器形式由专用的 containerd 运行，位于独立的网络中（节点 kubemin）。容器内的 root 就是本机的 root。',
  },
  simulatesPods: {
    en: 'SIMULATED NODES: no containers run here. Pods become Running, but no process runs in them.',
    zh: '模拟节点：这里不运行任何容器。Pod 会变为 Running，但其后并无真实进程。',
  },
  limits: { en: 'Limits here: {found:list}.', zh: '此处的限制：{found}。' },
  noSeccomp: { en: 'system calls of containers are not filtered', zh: '不过滤容器的系统调用' },
  singleUser: {
    en: 'containers have one user: images that switch users fail (for more users install the package uidmap and add ids to /etc/subuid and /etc/subgid with sudo usermod --add-subuids 100000-165535 --add-subgids 100000-165535 $USER, or start KubeMin as root from files that all users can read)',
    zh: '容器内只有一个用户，会切换用户的镜像无法运行（如需更多用户，请安装软件包 uidmap，并用 sudo usermod --add-subuids 100000-165535 --add-subgids 100000-165535 $USER 在 /etc/subuid 与 /etc/subgid 中添加 ID，或以 root 启动 KubeMin，且其文件可被所有用户读取）',
  },
  noResourceLimits: { en: 'CPU and memory limits are not enforced', zh: 'CPU 与内存限制不生效' },
  betterWith: { en: 'Better with: {programs:list}.', zh: '安装后更佳：{programs}。' },
  crun: { en: 'crun (system calls are filtered)', zh: 'crun（过滤系统调用）' },
  nft: {
    en: 'nftables (network policies are enforced, services are forwarded by the kernel)',
    zh: 'nftables（执行网络策略，由内核转发服务流量）',
  },
  egressOff: {
    en: 'Pods cannot reach anything outside the cluster (--egress off).',
    zh: 'Pod 无法访问集群之外（--egress off）。',
  },
  egressProxy: {
    en: 'Pods reach external hosts through an HTTP proxy, set as HTTPS_PROXY in containers (--egress proxy).',
    zh: 'Pod 通过 HTTP 代理访问外部，容器从 HTTPS_PROXY 得知代理地址（--egress proxy）。',
  },
  egressProxyBecause: {
    en: 'Pods reach external hosts through an HTTP proxy, set as HTTPS_PROXY in containers; --egress pasta is not used: {why:message}.',
    zh: 'Pod 通过 HTTP 代理访问外部，容器从 HTTPS_PROXY 得知代理地址；未使用 --egress pasta，原因：{why}。',
  },
  egressPasta: {
    en: 'Pods reach external hosts, but not this machine, through {program} (--egress pasta).',
    zh: 'Pod 通过 {program} 访问外部，但无法访问本机（--egress pasta）。',
  },
  uplinkMissing: { en: '{programs:list} not installed', zh: '未安装 {programs}' },
  uplinkProgram: {
    en: 'pasta or slirp4netns (package passt or slirp4netns)',
    zh: 'pasta 或 slirp4netns（软件包 passt 或 slirp4netns）',
  },
  uplinkNft: { en: 'nft (package nftables)', zh: 'nft（软件包 nftables）' },
  uplinkFailed: { en: 'a trial failed: {reason:message}', zh: '试运行失败：{reason}' },
  noUplink: { en: '--egress pasta does not work here: {why:message}', zh: '--egress pasta 在此处不可用：{why}' },
  useAuto: {
    en: 'start with --egress auto, which uses a proxy in this case',
    zh: '请用 --egress auto 启动，此时会使用代理',
  },
  notLinux: { en: 'containers run only on Linux', zh: '容器只能在 Linux 上运行' },
  namespacesForbidden: {
    en: 'this machine does not allow user namespaces; allow them with: {fix}',
    zh: '本机不允许用户命名空间；可用以下命令开启：{fix}',
  },
  trialFailed: { en: 'a trial container did not run: {reason:message}', zh: '试运行容器失败：{reason}' },
  socketsForeign: {
    en: '{directory} belongs to another user, or is accessible to other users',
    zh: '{directory} 属于其他用户，或其他用户可以进入',
  },
  shorterDirectory: {
    en: 'choose a data directory with a path of 60 characters or less',
    zh: '请选择路径不超过 60 个字符的数据目录',
  },
  keptSimulated: {
    en: 'This data directory has simulated nodes; {flag} replaces them with a container node.',
    zh: '该数据目录使用模拟节点；{flag} 会以容器节点取代它们。',
  },
  simulatedBecause: {
    en: 'Nodes are simulated because {why:message}. After fixing that, start with --runtime sandbox.',
    zh: '使用模拟节点，原因：{why}。解决后请用 --runtime sandbox 启动。',
  },
  notReadyReason: { en: ': {reason:message}', zh: '：{reason}' },
  noRuntime: { en: 'no node runtime works on this machine: {reasons:list}', zh: '本机没有可用的节点运行时：{reasons}' },
  useSimulated: { en: '--runtime simulated works everywhere', zh: '--runtime simulated 在任何机器上都可用' },
  notReady: {
    en: 'node {node} is not ready after {seconds:number} s{reason?}; retrying, see {log}',
    zh: '节点 {node} 在 {seconds} 秒后仍未就绪{reason?}；正在重试，详见 {log}',
  },
  pages: { en: 'applications', zh: '应用' },
  summary: { en: '{url}, 1 node ({runtime}){simulated?}', zh: '{url}，1 个节点（{runtime}）{simulated?}' },
  andSimulated: { en: ' and {count:number} simulated', zh: '，另有 {count} 个模拟节点' },
});
