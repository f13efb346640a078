import { defineMessages } from '@kubemin/base/message';

/** Shells in containers. */
export const terminalMessages = defineMessages('console.terminal', {
  title: { en: 'Terminal: {place}', zh: '终端：{place}' },
  connecting: { en: 'Connecting', zh: '正在连接' },
  open: { en: 'Connected', zh: '已连接' },
  ended: { en: 'Ended', zh: '已结束' },
  reconnect: { en: 'Reconnect', zh: '重新连接' },
  enter: { en: 'Press Enter to reconnect.', zh: '按 Enter 重新连接。' },
  exited: { en: 'The shell exited with code {code:number}.', zh: 'Shell 已退出，退出码 {code}。' },
  failed: { en: 'No shell: {reason}.', zh: '无法启动 Shell：{reason}。' },
  noShell: { en: 'The container has no shell.', zh: '容器中没有 Shell。' },
  otherPod: { en: 'The pod is gone. Connecting to {pod}.', zh: 'Pod 已不存在。正在连接 {pod}。' },
  idle: { en: 'Closes in {duration}', zh: '{duration}后关闭' },
  idleHelp: {
    en: 'The session is closed when nothing is typed or printed for this long',
    zh: '此时间内没有输入和输出时会话将关闭',
  },
  debugMore: { en: 'Debug container…', zh: '调试容器…' },
  debug: { en: 'Start', zh: '启动' },
  debugTitle: { en: 'Add a container with a shell?', zh: '添加带 Shell 的容器？' },
  debugHelp: {
    en: 'It is added to {pod}, shares its network, and stays until the pod is gone.',
    zh: '它会添加到 {pod}，共享其网络，直到该 Pod 被删除。',
  },
  image: { en: 'Image', zh: '镜像' },
  imageHelp: { en: 'An image with sh that the cluster can pull.', zh: '集群可以拉取的、包含 sh 的镜像。' },
  imageMissing: { en: 'Name an image', zh: '请填写镜像' },
  refused: {
    en: 'The platform refused the session: the container does not run, the right “exec” is missing, or too many sessions are open.',
    zh: '平台拒绝了会话：容器未运行、缺少“exec”权限，或打开的会话过多。',
  },
  closed: { en: 'The connection was lost.', zh: '连接已断开。' },
  restarting: { en: 'The platform is restarting.', zh: '平台正在重启。' },
  unauthorized: { en: 'Your rights have changed.', zh: '权限已变更。' },
  screenReader: { en: 'Screen reader mode', zh: '屏幕阅读器模式' },
  copyCommand: { en: 'Copy as CLI: {command}', zh: '复制为命令：{command}' },
});
