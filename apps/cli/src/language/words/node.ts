import { defineWords } from '../catalogue.ts';

/** About nodes that run containers on this machine. */
export const nodeWords = defineWords({
  en: {
    limitation: (_code: string, message: string) => message,
    notLinux: 'containers run on Linux alone',
    namespacesForbidden: (fix: string) => `this machine does not allow user namespaces; allow them with: ${fix}`,
    trialFailed: (reason: string) => `a trial container did not run: ${reason}`,
    socketsForeign: (directory: string) => `${directory} belongs to another user, or others may enter it`,
    shorterDirectory: 'choose a data directory with a path of 60 characters or less',
    keptSimulated: (flag: string) => `this data directory has simulated nodes; ${flag} replaces them by containers`,
    simulatedBecause: (why: string) => `Nodes are simulated because ${why}.`,
    pages: 'applications',
    summary: (url: string, runtime: string, simulated: number) =>
      `${url}, 1 node (${runtime})${simulated > 0 ? ` and ${simulated} simulated` : ''}`,
  },
  zh: {
    limitation: (code: string, message: string) =>
      ({
        NoSeccomp: '容器的系统调用不受过滤。',
        SingleUser: '容器内只有一个用户：会切换用户的镜像无法运行。',
        NoResourceLimits: 'CPU 与内存限制不生效：控制组不可写。',
        RootUser: '容器内的 root 就是本机的 root；请以普通用户运行 KubeMin。',
      })[code] ?? message,
    notLinux: '容器只能在 Linux 上运行',
    namespacesForbidden: (fix: string) => `本机不允许用户命名空间；可用以下命令开启：${fix}`,
    trialFailed: (reason: string) => `试运行容器失败：${reason}`,
    socketsForeign: (directory: string) => `${directory} 属于其他用户，或其他用户可以进入`,
    shorterDirectory: '请选择路径不超过 60 个字符的数据目录',
    keptSimulated: (flag: string) => `该数据目录使用模拟节点；${flag} 会以容器取代它们`,
    simulatedBecause: (why: string) => `使用模拟节点，原因：${why}。`,
    pages: '应用',
    summary: (url: string, runtime: string, simulated: number) =>
      `${url}，1 个节点（${runtime}）${simulated > 0 ? `，另有 ${simulated} 个模拟节点` : ''}`,
  },
});
