import { parseBindAddress } from '../http/index.ts';
import { configMessages } from '../messages/index.ts';
import { type ConfigRow, configRow } from './config-row.ts';
import {
  addressValue,
  booleanValue,
  choiceValue,
  durationValue,
  listValue,
  logLevelValue,
  mapValue,
  textValue,
  wholeNumberValue,
} from './config-type.ts';

const pathValue = () => textValue({ expected: configMessages.aPath, example: '/etc/controllers/file' });
const MINUTE_MS = 60_000;

/** An example of a filter of objects. */
export const FILTER_EXAMPLE = '"team-a/*,!team-a/old-*"';

/** The settings that every app has. */
export const appRows = {
  kubeconfig: configRow({
    flag: 'kubeconfig',
    yaml: ['reconcilermgr.kubeconfig', 'kubeconfig'],
    type: pathValue(),
    default: undefined,
    placeholder: 'file',
    doc: {
      en: 'the cluster to work on (default: $KUBECONFIG, else ~/.kube/config, else the cluster it runs in)',
      zh: '所服务的集群（默认：$KUBECONFIG，其次 ~/.kube/config，再次是所在的集群）',
    },
  }),
  metricsBindAddress: configRow({
    flag: 'metrics-bind-address',
    yaml: ['reconcilermgr.metrics-bind-address'],
    type: addressValue(),
    default: parseBindAddress(':18001'),
    placeholder: 'address',
    doc: { en: 'where /metrics is served; 0 turns it off', zh: '/metrics 的地址；0 表示关闭' },
  }),
  healthProbeBindAddress: configRow({
    flag: 'health-probe-bind-address',
    yaml: ['reconcilermgr.health-probe-bind-address'],
    type: addressValue(),
    default: parseBindAddress(':18002'),
    placeholder: 'address',
    doc: {
      en: 'where /healthz and /readyz are served; 0 turns them off',
      zh: '/healthz 与 /readyz 的地址；0 表示关闭',
    },
  }),
  concurrence: configRow({
    flag: 'concurrence',
    yaml: ['reconcilermgr.concurrence', 'reconcile-concurrence'],
    type: wholeNumberValue(1, 1000),
    default: 8,
    placeholder: 'n',
    doc: { en: 'number of objects each controller reconciles in parallel', zh: '每个控制器同时处理的对象数' },
  }),
  apiserverEnabled: configRow({
    flag: 'apiserver-enabled',
    yaml: ['reconcilermgr.apiserver-enabled'],
    type: booleanValue(),
    default: false,
    doc: { en: 'serve the REST API of the resources (APIExt)', zh: '提供资源的 REST API（APIExt）' },
  }),
  apiextBindAddress: configRow({
    flag: 'apiext-bind-address',
    yaml: ['apiext.bind-address'],
    type: addressValue(),
    default: parseBindAddress(':6084'),
    placeholder: 'address',
    doc: { en: 'where that REST API is served', zh: '该 REST API 的地址' },
  }),
  apiextPrefix: configRow({
    flag: 'apiext-prefix',
    yaml: ['apiext.prefix'],
    type: textValue({ expected: configMessages.pathSegment, example: 'apiext', pattern: /^[\w.-]+$/ }),
    default: 'apiext',
    placeholder: 'segment',
    doc: { en: 'first segment of its paths', zh: '其路径的第一段' },
  }),
  apiextCorsOrigins: configRow({
    flag: 'apiext-cors-origins',
    yaml: ['apiext.cors-origins'],
    type: listValue('https://console.example.org'),
    default: [],
    placeholder: 'origins',
    doc: { en: 'origins whose pages may call it, separated by commas', zh: '允许调用它的页面来源，以逗号分隔' },
  }),
  apiextTlsCertFile: configRow({
    flag: 'apiext-tls-cert-file',
    yaml: ['apiext.tls.cert-file', 'gin.secure.tls.cert-file'],
    type: pathValue(),
    default: undefined,
    placeholder: 'file',
    doc: {
      en: 'certificate (PEM) to serve it by HTTPS; needs the key',
      zh: '以 HTTPS 提供时的证书（PEM）；需同时给出私钥',
    },
  }),
  apiextTlsPrivateKeyFile: configRow({
    flag: 'apiext-tls-private-key-file',
    yaml: ['apiext.tls.private-key-file', 'gin.secure.tls.private-key-file'],
    type: pathValue(),
    default: undefined,
    placeholder: 'file',
    doc: { en: 'key (PEM) of that certificate', zh: '该证书的私钥（PEM）' },
  }),
  enabledControllers: configRow({
    flag: 'enabled-controllers',
    yaml: ['enabled-controllers'],
    type: listValue('ats,redismigrations'),
    default: [],
    placeholder: 'names',
    doc: {
      en: 'the controllers to run, by name or by the plural of their resource, separated by commas (default: all)',
      zh: '要运行的控制器，按名称或资源的复数名，以逗号分隔（默认：全部）',
    },
  }),
  resourceFilter: configRow({
    flag: 'resource-filter',
    yaml: ['resource-filter'],
    only: 'file',
    type: mapValue(`ats: ${FILTER_EXAMPLE}`),
    default: new Map(),
    doc: {
      en: 'patterns over namespace/name of the objects to reconcile, by the plural of their resource',
      zh: '要处理的对象的 namespace/name 模式，按资源的复数名给出',
    },
  }),
  namespace: configRow({
    flag: 'namespace',
    yaml: ['namespace'],
    type: textValue({
      expected: configMessages.namespaceName,
      example: 'team-a',
      pattern: /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
    }),
    default: undefined,
    placeholder: 'name',
    doc: { en: 'the only namespace to watch (default: all)', zh: '只监视此命名空间（默认：全部）' },
  }),
  syncPeriod: configRow({
    flag: 'sync-period',
    yaml: ['sync-period'],
    type: durationValue({ orNever: true }),
    default: 5 * MINUTE_MS,
    placeholder: 'duration',
    doc: {
      en: 'interval at which all objects are reconciled again; 0 disables it',
      zh: '即使没有变化，每隔多久重新检查所有对象；0 表示从不',
    },
  }),
  enableLeaderElection: configRow({
    flag: 'enable-leader-election',
    yaml: ['enable-leader-election'],
    type: booleanValue(),
    default: false,
    doc: {
      en: 'elect one of several processes as the leader; the others stand by',
      zh: '多个进程中只有领导者工作，其余待命',
    },
  }),
  leaderElectionId: configRow({
    flag: 'leader-election-id',
    yaml: ['leader-election-id'],
    type: textValue({
      expected: configMessages.leaseName,
      example: 'kubemin-hub',
      pattern: /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/,
    }),
    default: undefined,
    placeholder: 'name',
    doc: {
      en: 'name of the Lease, one for each set of controllers (default: the name of the app)',
      zh: '用于选举的 Lease，每组控制器各用一个（默认：应用的名称）',
    },
  }),
  leaderElectionNamespace: configRow({
    flag: 'leader-election-namespace',
    yaml: ['leader-election-namespace'],
    type: textValue({
      expected: configMessages.namespaceName,
      example: 'kubemin',
      pattern: /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/,
    }),
    default: 'default',
    placeholder: 'name',
    doc: { en: 'the namespace of that Lease', zh: '该 Lease 的命名空间' },
  }),
  leaseDuration: configRow({
    flag: 'leader-election-lease-duration',
    yaml: ['leader-election-lease-duration'],
    type: durationValue(),
    default: 15_000,
    placeholder: 'duration',
    doc: { en: 'how long a lease is valid without renewal', zh: '领导者失联后多久可被接替' },
  }),
  renewDeadline: configRow({
    flag: 'leader-election-renew-deadline',
    yaml: ['leader-election-renew-deadline'],
    type: durationValue(),
    default: 10_000,
    placeholder: 'duration',
    doc: { en: 'a leader that cannot renew for this long stops', zh: '领导者多久未能续期即停止工作' },
  }),
  retryPeriod: configRow({
    flag: 'leader-election-retry-period',
    yaml: ['leader-election-retry-period'],
    type: durationValue(),
    default: 2_000,
    placeholder: 'duration',
    doc: {
      en: 'how often the leader renews and others try to acquire the lease',
      zh: '领导者续期与其他进程尝试获取租约的间隔',
    },
  }),
  controllerManagerId: configRow({
    flag: 'controller-manager-id',
    yaml: ['controller-manager-id'],
    type: textValue({
      expected: configMessages.labelValue,
      example: 'main',
      pattern: /^[A-Za-z0-9]([\w.-]{0,61}[A-Za-z0-9])?$/,
    }),
    default: 'main',
    placeholder: 'id',
    doc: {
      en: 'reconcile objects whose label should-be-reconciled-by has this id',
      zh: '处理标签 should-be-reconciled-by 为此标识的对象',
    },
  }),
  onlyReconcileLabeled: configRow({
    flag: 'only-reconcile-labeled',
    yaml: ['only-reconcile-labeled'],
    type: booleanValue(),
    default: false,
    doc: { en: 'skip objects without that label', zh: '不处理没有该标签的对象' },
  }),
  portable: configRow({
    flag: 'portable',
    yaml: ['portable'],
    type: booleanValue(),
    default: false,
    doc: {
      en: 'run only controllers that need nothing but an API server',
      zh: '不运行除 API 服务器外还需其他条件的控制器',
    },
  }),
  installCrds: configRow({
    flag: 'install-crds',
    yaml: ['install-crds'],
    type: booleanValue(),
    default: false,
    doc: { en: 'install the definitions of the resources before starting', zh: '启动前安装资源的定义' },
  }),
  reconcileTimeout: configRow({
    flag: 'reconcile-timeout',
    yaml: ['reconcile-timeout'],
    type: durationValue(),
    default: 10 * MINUTE_MS,
    placeholder: 'duration',
    doc: { en: 'time limit of one reconcile', zh: '一次调谐的最长时间' },
  }),
  stopGrace: configRow({
    flag: 'stop-grace',
    yaml: ['stop-grace'],
    type: durationValue(),
    default: 30_000,
    placeholder: 'duration',
    doc: { en: 'how long a stop waits for running reconciles', zh: '停止时等待进行中工作的最长时间' },
  }),
  logLevel: configRow({
    flag: 'log-level',
    otherFlags: ['zap-log-level', 'v'],
    yaml: ['log.level'],
    type: logLevelValue(),
    default: 'info',
    placeholder: 'level',
    doc: {
      en: 'debug, info, warn or error; or a verbosity: 4 and more logs everything',
      zh: 'debug、info、warn 或 error；也可写数字，4 及以上记录全部',
    },
  }),
  logFormat: configRow({
    flag: 'log-format',
    yaml: ['log.format'],
    type: choiceValue(['json', 'text'], { console: 'text' }),
    default: 'json',
    placeholder: 'format',
    doc: { en: 'json or text', zh: 'json 或 text 格式' },
  }),
} as const;

/** The address keys of the server that APIExt replaces; `apiext.bind-address` takes precedence. */
export const ginRows = {
  insecureAddress: ginRow(
    'gin.insecure.bind-address',
    textValue({ expected: configMessages.anAddress, example: '127.0.0.1' }),
  ),
  insecurePort: ginRow('gin.insecure.bind-port', wholeNumberValue(0, 65_535)),
  secureAddress: ginRow(
    'gin.secure.bind-address',
    textValue({ expected: configMessages.anAddress, example: '127.0.0.1' }),
  ),
  securePort: ginRow('gin.secure.bind-port', wholeNumberValue(0, 65_535)),
} as const;

function ginRow<T>(yaml: string, type: ConfigRow<T | undefined>['type']): ConfigRow<T | undefined> {
  const doc = { en: 'deprecated; use apiext.bind-address', zh: '已弃用；请使用 apiext.bind-address' };
  return { flag: yaml.replaceAll('.', '-'), yaml: [yaml], only: 'file', type, default: undefined, doc };
}
