import { defineMessages } from '@kubemin/base/message';

/** Starting the container runtime and the node of this machine. */
export const runtimeMessages = defineMessages('node.runtime', {
  linkInImage: { en: 'the image has a symbolic link at {path}', zh: '镜像在 {path} 处有符号链接' },
  noSuchUser: {
    en: 'user or group {id} does not exist on this node: it has those from 0 to {last}',
    zh: '此节点没有用户或组 {id}：只有 0 到 {last}',
  },
  unknownCapability: { en: 'unknown capability "CAP_{name}"', zh: '未知的 capability "CAP_{name}"' },
  nodeNetworkCapability: {
    en: 'capability {name} cannot be added to a container in the network of the node',
    zh: '不能给使用节点网络的容器添加 capability {name}',
  },
  tracedProcesses: {
    en: 'containers with the capability SYS_PTRACE cannot see the processes of others that are started',
    zh: '具有 SYS_PTRACE capability 的容器不能看到正在启动的其他容器的进程',
  },
  invalidSysctl: { en: 'invalid sysctl {name}', zh: '无效的 sysctl {name}' },
  noHandler: { en: 'no runtime for "{handler}" is configured', zh: '没有为 "{handler}" 配置运行时' },
  featureMissing: {
    en: '{feature} is not supported by the runtime {runtime}',
    zh: '运行时 {runtime} 不支持 {feature}',
  },
  seccompProfile: {
    en: 'cannot load seccomp profile {file}: {reason:message}',
    zh: '无法加载 seccomp 配置文件 {file}：{reason}',
  },
  noDefaultAction: { en: 'it has no defaultAction', zh: '缺少 defaultAction' },
  protectedPath: { en: 'this path cannot be replaced', zh: '此路径不能被替换' },
  policiesNotLoaded: {
    en: 'network policies cannot be loaded: {reason:message}',
    zh: '无法加载网络策略：{reason}',
  },
  mkfifoMissing: {
    en: 'a container with stdin needs the program mkfifo (coreutils)',
    zh: '带 stdin 的容器需要程序 mkfifo（coreutils）',
  },
  noAddressLeft: { en: 'no free address left in {range}', zh: '{range} 中没有空闲地址' },
  cannotLimit: {
    en: 'cannot limit the resources of {container}: {reason:message}',
    zh: '无法限制 {container} 的资源：{reason}',
  },
  memoryInUse: {
    en: 'attempting to set memory limit ({limit}) below current usage ({used})',
    zh: '内存上限（{limit}）低于当前使用量（{used}）',
  },
  cannotKill: { en: 'container {container} cannot be killed', zh: '无法终止容器 {container}' },
  notRunning: { en: 'container {container} is not running', zh: '容器 {container} 没有在运行' },
  noContainer: { en: 'container {id} does not exist', zh: '容器 {id} 不存在' },
  sandboxNotReady: { en: 'sandbox {id} is not ready', zh: 'sandbox {id} 未就绪' },
  tooManyLinks: {
    en: 'too many levels of symbolic links: {path}',
    zh: '符号链接层数过多：{path}',
  },
  directoryOntoFile: {
    en: 'a directory onto a file',
    zh: '不能将目录挂载到文件上',
  },
  fileOntoDirectory: {
    en: 'a file onto a directory',
    zh: '不能将文件挂载到目录上',
  },
  mountFailed: {
    en: 'cannot mount {source} at {target}: {reason:message}',
    zh: '无法将 {source} 挂载到 {target}：{reason}',
  },
  directoryIsFile: {
    en: 'cannot make directory {path}: a file of this name exists',
    zh: '无法创建目录 {path}：存在同名文件',
  },
  namespacesFailed: {
    en: 'cannot make the namespaces of the node',
    zh: '无法创建节点的命名空间',
  },
  unexpectedReport: {
    en: 'unexpected report of the anchor: {report}',
    zh: 'anchor 进程的报告意外：{report}',
  },
  failedWith: {
    en: '{failure:message}: {reason:message}',
    zh: '{failure}：{reason}',
  },
  endedSilently: {
    en: '{program} ended without a message',
    zh: '{program} 已结束，没有留下消息',
  },
  cannotRun: {
    en: 'cannot run {program}: {reason:message}',
    zh: '无法运行 {program}：{reason}',
  },
  programFailed: {
    en: '{program}: {reason:message}',
    zh: '{program}：{reason}',
  },
  notStarted: {
    en: 'it was not started',
    zh: '没有启动',
  },
  endedWith: {
    en: 'ended with {status}',
    zh: '以 {status} 结束',
  },
  programsMissing: {
    en: 'programs not found in {directories}: {programs:list}',
    zh: '在 {directories} 中找不到程序：{programs}',
  },
  programOfPackage: {
    en: '{program} ({package:message})',
    zh: '{program}（{package}）',
  },
  posixShell: {
    en: 'a POSIX shell',
    zh: 'POSIX 兼容的 shell',
  },
  oneOfPackages: {
    en: '{first} or {second}',
    zh: '{first} 或 {second}',
  },
  foreignPrograms: {
    en: 'the programs of this machine are not 64-bit little-endian ELF files',
    zh: '本机的程序不是 64 位小端 ELF 文件',
  },
  namespacesGone: {
    en: 'the namespaces of the node are gone',
    zh: '节点的命名空间已不存在',
  },
  crunMissing: {
    en: 'program not found: crun',
    zh: '找不到程序：crun',
  },
  trialExitCode: {
    en: 'it ended with exit code {code}',
    zh: '以退出码 {code} 结束',
  },
  crunFails: {
    en: 'crun does not work here: {reason:message}',
    zh: 'crun 在这里无法工作：{reason}',
  },
  podNamespacesFailed: {
    en: 'cannot make the namespaces of pod {namespace}/{name}',
    zh: '无法创建 Pod {namespace}/{name} 的命名空间',
  },
  unexpectedPodReport: {
    en: 'unexpected report of the pod: {report}',
    zh: 'Pod 的报告意外：{report}',
  },
  containerNotStarted: {
    en: 'the container was not started',
    zh: '容器没有启动',
  },
  trialTimeout: {
    en: 'a trial container has not ended within {seconds:number} s',
    zh: '试运行的容器在 {seconds} 秒内没有结束',
  },
  trialEnded: {
    en: 'a trial container ended with {outcome}',
    zh: '试运行的容器以 {outcome} 结束',
  },
  noUserNamespace: {
    en: 'cannot make a user namespace',
    zh: '无法创建用户命名空间',
  },
  nodeNotRunning: {
    en: 'the node is not running',
    zh: '节点没有运行',
  },
  uplinkFailed: {
    en: '{program}: {reason:message}',
    zh: '{program}：{reason}',
  },
  noDevice: {
    en: 'made no device within {milliseconds:number} ms',
    zh: '在 {milliseconds} 毫秒内没有创建网络设备',
  },
  exitCode: {
    en: 'exit code {code}',
    zh: '退出码 {code}',
  },
  agentEnded: {
    en: 'the agent ended: {reason:message}',
    zh: '节点代理已结束：{reason}',
  },
});
