import { settingValueMessages } from '../../messages/index.ts';
import { defineSetting } from '../setting.ts';
import { duration, textList, wholeNumber } from '../setting-types/setting-types.ts';

/** Who may ask from where, and how often. */
export const accessSettings = {
  requestsPerSecond: defineSetting({
    flag: 'requests-per-second',
    yaml: ['access.requestsPerSecond'],
    type: wholeNumber({ min: 1 }),
    default: 5_000,
    doc: {
      en: 'Sustained requests per second that one token may send to this instance; further requests get status 429.',
      zh: '单个令牌长期平均每秒可向本实例发送的请求数；超出者以 429 应答。',
    },
  }),
  requestsBurst: defineSetting({
    flag: 'requests-burst',
    yaml: ['access.requestsBurst'],
    type: wholeNumber({ min: 1 }),
    default: 20_000,
    doc: {
      en: 'Burst of requests that one token may send.',
      zh: '安静一段时间的令牌一次可连续发送的请求数。',
    },
  }),
  failedTokensPerSecond: defineSetting({
    flag: 'failed-tokens-per-second',
    yaml: ['access.failedTokensPerSecond'],
    type: wholeNumber({ min: 1 }),
    default: 5,
    doc: {
      en: 'Sustained requests per second with invalid tokens from one address; further requests get status 429.',
      zh: '同一地址长期平均每秒可尝试的无效令牌数；超出者以 429 应答。',
    },
  }),
  failedTokensBurst: defineSetting({
    flag: 'failed-tokens-burst',
    yaml: ['access.failedTokensBurst'],
    type: wholeNumber({ min: 1 }),
    default: 100,
    doc: {
      en: 'Burst of requests with invalid tokens from one address.',
      zh: '同一地址一次可连续尝试的无效令牌数。',
    },
  }),
  waitMax: defineSetting({
    flag: 'wait-max',
    yaml: ['access.waitMax'],
    type: duration(0),
    default: 120_000,
    doc: {
      en: 'How long a request may wait for the end of the run that it starts (`wait`). Keep it below the time limits of proxies and clients.',
      zh: '请求等待其所启动的运行结束（`wait`）的最长时间；应小于代理与客户端的时限。',
    },
  }),
  waitersMax: defineSetting({
    flag: 'waiters-max',
    yaml: ['access.waitersMax'],
    type: wholeNumber({ min: 0 }),
    default: 100,
    doc: {
      en: 'Maximum number of requests that wait for the end of a run through this instance at once; further ones get status 202 at once, and their runs are stored.',
      zh: '经由本实例同时等待运行结束的请求数上限；超出者立即以 202 应答，其运行照常保存。',
    },
  }),
  waitsPerSecond: defineSetting({
    flag: 'waits-per-second',
    yaml: ['access.waitsPerSecond'],
    type: wholeNumber({ min: 1 }),
    default: 20,
    doc: {
      en: 'Sustained requests per second with `wait` that one token may send to this instance; further ones get status 429 and start nothing.',
      zh: '单个令牌长期平均每秒可向本实例发送的带 `wait` 的请求数；超出者以 429 应答，且不启动运行。',
    },
  }),
  waitsBurst: defineSetting({
    flag: 'waits-burst',
    yaml: ['access.waitsBurst'],
    type: wholeNumber({ min: 1 }),
    default: 200,
    doc: { en: 'Burst of such requests of one token.', zh: '单个令牌一次可连续发送的此类请求数。' },
  }),
  unauthenticatedTimeout: defineSetting({
    flag: 'unauthenticated-timeout',
    yaml: ['access.unauthenticatedTimeout'],
    type: duration(100),
    default: 30_000,
    doc: {
      en: 'How long a connection may stay open without an active request before a request on it is authenticated, including the TLS handshake. Requests that need no token may take ten times as long.',
      zh: '连接上尚无请求通过认证、也没有正在处理的请求时可保持多久；TLS 握手也计算在内。不需令牌的请求最多可用十倍时间。',
    },
  }),
  unauthenticatedConnections: defineSetting<number | undefined>({
    flag: 'unauthenticated-connections',
    yaml: ['access.unauthenticatedConnections'],
    type: wholeNumber({ min: 1 }),
    default: undefined,
    doc: {
      en: 'Maximum number of open connections without an authenticated request, on all ports; beyond that, the oldest of the address with the most is closed. At most an eighth of the limit of open files; 1024 by default.',
      zh: '所有端口上尚无请求通过认证的连接总数上限；超出时关闭连接最多的地址的最早一个。至多为打开文件数上限的八分之一；未给出时为 1024。',
    },
  }),
  unauthenticatedPerAddress: defineSetting<number | undefined>({
    flag: 'unauthenticated-connections-per-address',
    yaml: ['access.unauthenticatedConnectionsPerAddress'],
    type: wholeNumber({ min: 1 }),
    default: undefined,
    doc: {
      en: 'Maximum number of them from one address; clients behind a proxy or NAT share one. Half of all by default.',
      zh: '其中来自同一地址的上限；代理或 NAT 之后的客户端共用一个地址。未给出时为总数的一半。',
    },
  }),
  authenticatedConnections: defineSetting<number | undefined>({
    flag: 'authenticated-connections',
    yaml: ['access.authenticatedConnections'],
    type: wholeNumber({ min: 1 }),
    default: undefined,
    doc: {
      en: 'Maximum number of open connections with authenticated requests, on all ports; further ones count as unauthenticated. At most, and by default, half of the limit of open files.',
      zh: '所有端口上有请求通过认证的连接总数上限；更多的视为未认证。至多为打开文件数上限的一半，未给出时亦然。',
    },
  }),
  trustedProxies: defineSetting<readonly string[]>({
    flag: 'trusted-proxies',
    yaml: ['access.trustedProxies'],
    type: textList({
      expected: settingValueMessages.network,
      example: '10.0.0.0/8',
      pattern: /^[0-9a-fA-F.:]+(\/\d{1,3})?$/,
    }),
    default: [],
    doc: {
      en: 'Proxies whose `X-Forwarded-For` is trusted, for limits and the audit log; without any, the peer address of the connection is used.',
      zh: '其 `X-Forwarded-For` 可信的代理，用于限流与审计；没有时以连接的另一端为准。',
    },
  }),
  corsOrigins: defineSetting<readonly string[]>({
    flag: 'cors-origins',
    yaml: ['access.corsOrigins'],
    type: textList({
      expected: settingValueMessages.origin,
      example: 'https://console.example.com',
      pattern: /^(\*|https?:\/\/[^/\s]+)$/,
    }),
    default: [],
    doc: {
      en: 'Origins whose web pages may use the API; `*` means any. By default only pages of the platform itself may.',
      zh: '允许其网页使用 API 的来源；`*` 表示任意。没有时只允许平台自己的网页。',
    },
  }),
  closedNamespaces: defineSetting<readonly string[]>({
    flag: 'closed-namespaces',
    yaml: ['access.closedNamespaces'],
    type: textList({
      expected: settingValueMessages.namespaces,
      example: 'monitoring,openshift-*',
      pattern: /^[a-z0-9]([a-z0-9-]*)\*?$/,
    }),
    default: [],
    doc: {
      en: 'Namespaces that only administrators of the platform may deliver to, besides `kube-system`, `kube-public`, `kube-node-lease` and the namespace of the platform; a trailing `*` matches a prefix.',
      zh: '除 `kube-system`、`kube-public`、`kube-node-lease` 及平台所在的命名空间外，只有平台管理员可以交付的命名空间；末尾的 `*` 表示所有以此开头的。',
    },
  }),
} as const;
