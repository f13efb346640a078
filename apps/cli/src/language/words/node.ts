import { defineWords } from '../catalogue.ts';

/** About nodes that run containers on this machine. */
export const nodeWords = defineWords({
  en: {
    limits: (found: string) => `Limits here: ${found}.`,
    noSeccomp: 'system calls of containers are not filtered',
    singleUser:
      'containers have one user: images that switch users fail (for more users install the package uidmap and add ids to /etc/subuid and /etc/subgid with sudo usermod --add-subuids 100000-165535 --add-subgids 100000-165535 $USER, or start KubeMin as root from files that all users can read)',
    noResourceLimits: 'CPU and memory limits are not enforced',
    betterWith: (programs: string) => `Better with: ${programs}.`,
    crun: 'crun (system calls are filtered)',
    nft: 'nftables (services are forwarded by the kernel)',
    egressOff: 'Pods reach nothing outside of the cluster (--egress off).',
    egressProxy: 'Pods reach the outside through an HTTP proxy, which containers find in HTTPS_PROXY (--egress proxy).',
    egressProxyBecause: (why: string) =>
      `Pods reach the outside through an HTTP proxy, which containers find in HTTPS_PROXY: without --egress pasta because ${why}.`,
    egressPasta: (program: string) =>
      `Pods reach the outside through ${program}, this machine excepted (--egress pasta).`,
    uplinkMissing: (programs: string) => `${programs} not installed`,
    uplinkProgram: 'pasta or slirp4netns (package passt or slirp4netns)',
    uplinkNft: 'nft (package nftables)',
    uplinkFailed: (reason: string) => `a trial failed: ${reason}`,
    noUplink: (why: string) => `--egress pasta does not work here: ${why}`,
    useAuto: 'start with --egress auto, which takes a proxy then',
    notLinux: 'containers run on Linux alone',
    namespacesForbidden: (fix: string) => `this machine does not allow user namespaces; allow them with: ${fix}`,
    trialFailed: (reason: string) => `a trial container did not run: ${reason}`,
    socketsForeign: (directory: string) => `${directory} belongs to another user, or others may enter it`,
    shorterDirectory: 'choose a data directory with a path of 60 characters or less',
    keptSimulated: (flag: string) => `This data directory has simulated nodes; ${flag} replaces them by containers.`,
    simulatedBecause: (why: string) =>
      `Nodes are simulated because ${why}. Once that has changed, start with --runtime sandbox.`,
    notReady: (node: string, seconds: number, reason: string, log: string) =>
      `node ${node} is not ready after ${seconds} s${reason}; it is started again and again, see ${log}`,
    pages: 'applications',
    summary: (url: string, runtime: string, simulated: number) =>
      `${url}, 1 node (${runtime})${simulated > 0 ? ` and ${simulated} simulated` : ''}`,
  },
  zh: {
    limits: (found) => `此处的限制：${found}。`,
    noSeccomp: '不过滤容器的系统调用',
    singleUser:
      '容器内只有一个用户，会切换用户的镜像无法运行（如需更多用户，请安装软件包 uidmap，并用 sudo usermod --add-subuids 100000-165535 --add-subgids 100000-165535 $USER 在 /etc/subuid 与 /etc/subgid 中添加 ID，或以 root 启动 KubeMin，且其文件可被所有用户读取）',
    noResourceLimits: 'CPU 与内存限制不生效',
    betterWith: (programs) => `安装后更佳：${programs}。`,
    crun: 'crun（过滤系统调用）',
    nft: 'nftables（由内核转发服务流量）',
    egressOff: 'Pod 无法访问集群之外（--egress off）。',
    egressProxy: 'Pod 通过 HTTP 代理访问外部，容器从 HTTPS_PROXY 得知代理地址（--egress proxy）。',
    egressProxyBecause: (why) =>
      `Pod 通过 HTTP 代理访问外部，容器从 HTTPS_PROXY 得知代理地址；未使用 --egress pasta，原因：${why}。`,
    egressPasta: (program) => `Pod 通过 ${program} 访问外部，但无法访问本机（--egress pasta）。`,
    uplinkMissing: (programs) => `未安装 ${programs}`,
    uplinkProgram: 'pasta 或 slirp4netns（软件包 passt 或 slirp4netns）',
    uplinkNft: 'nft（软件包 nftables）',
    uplinkFailed: (reason) => `试运行失败：${reason}`,
    noUplink: (why) => `--egress pasta 在此处不可用：${why}`,
    useAuto: '请用 --egress auto 启动，此时会使用代理',
    notLinux: '容器只能在 Linux 上运行',
    namespacesForbidden: (fix: string) => `本机不允许用户命名空间；可用以下命令开启：${fix}`,
    trialFailed: (reason: string) => `试运行容器失败：${reason}`,
    socketsForeign: (directory: string) => `${directory} 属于其他用户，或其他用户可以进入`,
    shorterDirectory: '请选择路径不超过 60 个字符的数据目录',
    keptSimulated: (flag: string) => `该数据目录使用模拟节点；${flag} 会以容器取代它们。`,
    simulatedBecause: (why: string) => `使用模拟节点，原因：${why}。解决后请用 --runtime sandbox 启动。`,
    notReady: (node, seconds, reason, log) =>
      `节点 ${node} 在 ${seconds} 秒后仍未就绪${reason}；会不断重新启动，详见 ${log}`,
    pages: '应用',
    summary: (url: string, runtime: string, simulated: number) =>
      `${url}，1 个节点（${runtime}）${simulated > 0 ? `，另有 ${simulated} 个模拟节点` : ''}`,
  },
});
