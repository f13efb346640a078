import { defineMessages } from '@kubemin/base/message';

/** Calls that did not reach a KubeMin server. */
export const connectionMessages = defineMessages('client.connection', {
  unreachable: {
    en: 'cannot connect to KubeMin at {url}: {reason:message}',
    zh: '无法连接 {url} 的 KubeMin：{reason}',
  },
  redirected: {
    en: '{url} redirects, which is not followed; use the address that it redirects to',
    zh: '{url} 会重定向，而重定向不会被跟随；请使用重定向后的地址',
  },
  unexpectedResponse: {
    en: 'unexpected response of {url} (HTTP {status:number}): {reason:message}; check the address, and that server and client have the same version',
    zh: '{url} 的应答（HTTP {status}）不符合预期：{reason}；请检查地址，以及服务器与客户端的版本是否一致',
  },
  emptyResponse: { en: 'the response has no body', zh: '应答没有内容' },
  streamEnded: { en: 'the server ended the stream', zh: '服务器结束了事件流' },
  streamSilent: {
    en: '{url} has sent nothing for {seconds:number} s',
    zh: '{url} 已有 {seconds} 秒没有发送任何内容',
  },
});

/** Containers for debugging, which are awaited. */
export const debugMessages = defineMessages('client.debug', {
  podGone: { en: 'pod {pod} is gone', zh: 'Pod {pod} 已不存在' },
  notStarted: {
    en: 'container {container} of pod {pod} is not running ({why:message})',
    zh: 'Pod {pod} 的容器 {container} 未在运行（{why}）',
  },
  tooLate: {
    en: 'container {container} of pod {pod} has not started within {seconds:number} s ({why:message})',
    zh: 'Pod {pod} 的容器 {container} 未能在 {seconds} 秒内启动（{why}）',
  },
});

/** The health of an application as a whole. */
export const healthMessages = defineMessages('client.health', {
  underWay: { en: 'run {run:number} ({kind}) is {status}', zh: '运行 {run}（{kind}）状态为 {status}' },
  component: { en: '{component}: {state:message}', zh: '{component}：{state}' },
  both: { en: '{first:message}; {rest:message}', zh: '{first}；{rest}' },
  allRun: { en: 'all components are running', zh: '所有组件都在运行' },
  allRunExceptStopped: {
    en: 'all components are running, except those that are stopped: {components:list}',
    zh: '除已停止的组件外都在运行：{components}',
  },
  notDeployed: { en: 'not deployed yet', zh: '尚未部署' },
  unknown: { en: 'the state is unknown', zh: '状态未知' },
});
