import { defineMessages } from '@kubemin/base/message';

/** The container runtime containerd. */
export const containerdMessages = defineMessages('node.containerd', {
  notStarted: { en: 'cannot start containerd', zh: '无法启动 containerd' },
  noResponse: { en: 'no response', zh: '没有响应' },
  noProcess: { en: 'container {id} has no process', zh: '容器 {id} 没有进程' },
  notFound: { en: 'no such file or directory', zh: '没有这样的文件或目录' },
  notReady: {
    en: 'containerd does not work here: {reason:message} (log: {log})',
    zh: 'containerd 在这里无法工作：{reason}（日志：{log}）',
  },
  needsRoot: { en: 'containerd needs root', zh: 'containerd 需要 root' },
  needsControlGroups: {
    en: 'containerd needs control groups that can be written',
    zh: 'containerd 需要可写的控制组',
  },
  programsMissing: {
    en: 'programs not found: {programs} (packages containerd, runc, containernetworking-plugins)',
    zh: '找不到程序：{programs}（软件包 containerd、runc、containernetworking-plugins）',
  },
  pathTooLong: {
    en: 'the path {path} is too long for a socket (at most {longest:number} bytes): choose a shorter data directory',
    zh: '路径 {path} 对套接字来说过长（最多 {longest} 字节）：请选择更短的数据目录',
  },
  tooOld: {
    en: 'containerd {found} is too old: 1.6 or newer is needed',
    zh: 'containerd {found} 版本过旧：需要 1.6 或更新的版本',
  },
  noUserNamespaces: {
    en: 'hostUsers: false is not supported by {version}',
    zh: '{version} 不支持 hostUsers: false',
  },
  sysctlRefused: {
    en: 'sysctl cannot be set ({names}): {reason:message}',
    zh: '无法设置 sysctl（{names}）：{reason}',
  },
  unavailable: {
    en: 'containerd does not respond: {reason:message}',
    zh: 'containerd 没有响应：{reason}',
  },
  sourceReplaced: {
    en: 'its source was replaced while the container was started',
    zh: '启动容器时它的来源被替换',
  },
  noManifest: {
    en: 'image {image} cannot be used by containerd: its manifest is not known',
    zh: 'containerd 无法使用镜像 {image}：不知道它的 manifest',
  },
});
