import { defineMessages } from '@kubemin/base/message';

/** Starting the container runtime and the node of this machine. */
export const runtimeMessages = defineMessages('node.runtime', {
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
