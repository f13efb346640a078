import { defineMessages } from '@kubemin/base/message';

/** The pods of an application, and what is streamed from them. */
export const podMessages = defineMessages('server.pod', {
  notFound: { en: 'pod "{pod}" not found in application {app}', zh: '应用 {app} 中没有 Pod“{pod}”' },
  containerNotFound: {
    en: 'pod "{pod}" has no container "{container}"; it has: {known:list}',
    zh: 'Pod“{pod}”中没有容器“{container}”；已有：{known}',
  },
  componentNotFound: {
    en: 'application {app} has no component "{component}"',
    zh: '应用 {app} 没有组件“{component}”',
  },
  forbidden: {
    en: 'cluster "{cluster}" does not allow the platform to {verb} {resource}: {reason:message}; grant it to the service account of the platform ({setting})',
    zh: '集群“{cluster}”不允许平台对 {resource} 执行 {verb}：{reason}；请授予平台的服务账号（{setting}）',
  },
  notRunning: {
    en: 'container "{container}" of pod "{pod}" is not running: {reason}',
    zh: 'Pod“{pod}”的容器“{container}”没有在运行：{reason}',
  },
  podNotRunning: {
    en: 'pod "{pod}" is not running: {reason}',
    zh: 'Pod“{pod}”没有在运行：{reason}',
  },
  debugUnsupported: {
    en: 'cluster "{cluster}" accepts no debug container in pod "{pod}": {reason:message}',
    zh: '集群“{cluster}”不接受在 Pod“{pod}”中添加调试容器：{reason}',
  },
  debugImageInvalid: {
    en: '"{image}" is not an image: {reason:message}',
    zh: '“{image}”不是镜像：{reason}',
  },
  debugImageNotAllowed: {
    en: 'image "{image}" is not allowed for debugging; allowed are: {allowed:list} (--debug-images)',
    zh: '不允许用镜像“{image}”调试；允许的有：{allowed}（--debug-images）',
  },
  debugLimit: {
    en: 'it already has {count:number} containers for debugging, which stay until the pod is gone',
    zh: '已有 {count} 个调试容器，它们在 Pod 删除之前一直保留',
  },
  sessionIdle: {
    en: 'the session was closed: no data for {seconds:number} s (--exec-idle-timeout)',
    zh: '会话已关闭：{seconds} 秒没有数据（--exec-idle-timeout）',
  },
  noLog: {
    en: 'pod "{pod}" has no log of container "{container}": {reason:message}',
    zh: 'Pod“{pod}”没有容器“{container}”的日志：{reason}',
  },
  tooManyLogs: {
    en: 'logs of at most {most:number} containers are read at once; name a component or a pod',
    zh: '一次至多读取 {most} 个容器的日志；请指定组件或 Pod',
  },
  notStarted: { en: 'the container has not started', zh: '容器尚未启动' },
  notRestarted: { en: 'the container has not restarted', zh: '容器没有重启过' },
  noMetrics: {
    en: 'cluster "{cluster}" does not serve metrics.k8s.io; install metrics-server there',
    zh: '集群“{cluster}”不提供 metrics.k8s.io；请在其中安装 metrics-server',
  },
  tooManyStreams: {
    en: '{open:number} streams are open already; close one, or raise {setting}',
    zh: '已打开 {open} 个流；请关闭其中之一，或调高 {setting}',
  },
});
