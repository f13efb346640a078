import { defineMessages } from '@kubemin/base/message';

/** Pulling an image. The English texts are those of containerd, which are also the messages of pods. */
export const pullMessages = defineMessages('node.pull', {
  noCredentials: {
    en: 'no credentials',
    zh: '没有凭据',
  },
  pullFailed: {
    en: 'rpc error: code = {code} desc = failed to pull and unpack image {image}: {reason:message}',
    zh: '无法拉取镜像 {image}（{code}）：{reason}',
  },
  unresolved: {
    en: 'failed to resolve reference {reference}: {reason:message}',
    zh: '无法解析引用 {reference}：{reason}',
  },
  manifestDigest: {
    en: 'unexpected digest {found} of manifest, expected {expected}',
    zh: '清单的摘要 {found} 与预期的 {expected} 不符',
  },
  configTooLarge: {
    en: 'image config is too large',
    zh: '镜像配置过大',
  },
  layerTooLarge: {
    en: 'layer {digest} is too large ({size:number} bytes)',
    zh: '层 {digest} 过大（{size} 字节）',
  },
  failedCommit: {
    en: 'failed commit on ref "{kind}-{digest}": {reason:message}: failed precondition',
    zh: '无法存储“{kind}-{digest}”：{reason}',
  },
  failedCopy: {
    en: 'failed to copy: {reason:message}',
    zh: '复制失败：{reason}',
  },
  notFound: {
    en: '{name}: not found',
    zh: '找不到 {name}',
  },
  accessDenied: {
    en: 'pull access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed',
    zh: '拒绝拉取：仓库不存在或需要授权（insufficient_scope）',
  },
  unexpectedStatus: {
    en: 'unexpected status from GET request to {url}: {status:number}',
    zh: 'GET 请求 {url} 返回了意外的状态 {status}',
  },
  noBasicCredentials: {
    en: 'pull access denied, repository does not exist or may require authorization: authorization failed: no basic auth credentials',
    zh: '拒绝拉取：仓库不存在或需要授权（没有 basic 认证凭据）',
  },
  unauthorized: {
    en: 'unexpected status from GET request to {url}: 401 Unauthorized',
    zh: 'GET 请求 {url} 返回了意外的状态 401 Unauthorized',
  },
  anonymousToken: {
    en: 'anonymous token',
    zh: '匿名令牌',
  },
  oauthToken: {
    en: 'oauth token',
    zh: 'OAuth 令牌',
  },
  tokenRefused: {
    en: 'failed to authorize: failed to fetch {kind:message}: unexpected status from GET request to {url}: {status:number}',
    zh: '授权失败：无法获取{kind}：GET 请求 {url} 返回了意外的状态 {status}',
  },
  noToken: {
    en: 'failed to authorize: failed to fetch {kind:message}: no token in response',
    zh: '授权失败：无法获取{kind}：响应中没有令牌',
  },
  redirects: {
    en: 'too many or invalid redirects from {url}',
    zh: '{url} 的重定向过多或无效',
  },
  notHttps: {
    en: 'refused to use {origin}: it is not https',
    zh: '拒绝使用 {origin}：它不是 https',
  },
  responseTooLarge: {
    en: 'response is larger than {limit:number} bytes',
    zh: '响应超过 {limit} 字节',
  },
  connectionRefused: {
    en: 'dial tcp {address}: connect: connection refused',
    zh: '连接 {address}：连接被拒绝',
  },
  noSuchHost: {
    en: 'dial tcp: lookup {host}: no such host',
    zh: '找不到主机 {host}',
  },
  resolutionFailed: {
    en: 'dial tcp: lookup {host}: temporary failure in name resolution',
    zh: '暂时无法解析主机 {host}',
  },
  noRoute: {
    en: 'dial tcp {address}: connect: no route to host',
    zh: '连接 {address}：主机不可达',
  },
  networkUnreachable: {
    en: 'dial tcp {address}: connect: network is unreachable',
    zh: '连接 {address}：网络不可达',
  },
  timeout: {
    en: 'dial tcp {address}: i/o timeout',
    zh: '连接 {address}：超时',
  },
  connectionReset: {
    en: 'read: connection reset by peer',
    zh: '连接被对端重置',
  },
  unexpectedEnd: {
    en: 'unexpected EOF',
    zh: '连接意外结束',
  },
  requestFailed: {
    en: 'failed to do request: Get {url}: {reason:message}',
    zh: '请求 {url} 失败：{reason}',
  },
});

/** Pushing an image. */
export const pushMessages = defineMessages('node.push', {
  failed: {
    en: 'cannot push {image}: {reason:message}',
    zh: '无法推送 {image}：{reason}',
  },
  unexpectedStatus: {
    en: 'the registry replied {status:number} to {path} {text}',
    zh: '镜像仓库对 {path} 返回了 {status} {text}',
  },
});
