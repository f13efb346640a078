import { option, type Parameter } from '../../command/index.ts';

/** All values are read as text, so that all problems are reported together. A switch takes an optional value: `--flag=false`. */
const text = (form: string, en: string, zh: string): Parameter<string | undefined> => option(form, { en, zh });

/** The options of `kubemin hub`: the settings that every controller app has, and where its file is. */
export const hubOptions = {
  config: text('-c, --config <file>', 'configuration file (YAML)', '配置文件（YAML）'),
  kubeconfig: text(
    '--kubeconfig <file>',
    'the cluster to work on (default: $KUBECONFIG, else ~/.kube/config, else the cluster it runs in)',
    '所服务的集群（默认：$KUBECONFIG，其次 ~/.kube/config，再次是所在的集群）',
  ),
  enabledControllers: text(
    '--enabled-controllers <names>',
    'the controllers to run, by name or resource, with commas between (default: all)',
    '要运行的控制器，按名称或资源，以逗号分隔（默认：全部）',
  ),
  installCrds: text(
    '--install-crds [bool]',
    'install the definitions of the resources before starting',
    '启动前安装资源的定义',
  ),
  namespace: text(
    '--namespace <name>',
    'the only namespace to work in (default: all)',
    '只在此命名空间工作（默认：全部）',
  ),
  concurrence: text(
    '--concurrence <n>',
    'number of objects each controller reconciles in parallel (default: 8)',
    '每个控制器同时处理的对象数（默认：8）',
  ),
  syncPeriod: text(
    '--sync-period <duration>',
    'interval at which all objects are reconciled again; 0 disables it (default: 5m)',
    '即使没有变化，每隔多久重新检查所有对象；0 表示从不（默认：5m）',
  ),
  reconcileTimeout: text(
    '--reconcile-timeout <duration>',
    'time limit of one reconcile (default: 10m)',
    '一次调谐的最长时间（默认：10m）',
  ),
  stopGrace: text(
    '--stop-grace <duration>',
    'how long a stop waits for running reconciles (default: 30s)',
    '停止时等待进行中工作的最长时间（默认：30s）',
  ),
  metricsBindAddress: text(
    '--metrics-bind-address <address>',
    'where /metrics is served; 0 turns it off (default: :18001)',
    '/metrics 的地址；0 表示关闭（默认：:18001）',
  ),
  healthProbeBindAddress: text(
    '--health-probe-bind-address <address>',
    'where /healthz and /readyz are served; 0 turns them off (default: :18002)',
    '/healthz 与 /readyz 的地址；0 表示关闭（默认：:18002）',
  ),
  apiserverEnabled: text(
    '--apiserver-enabled [bool]',
    'serve the REST API of the resources (APIExt)',
    '提供资源的 REST API（APIExt）',
  ),
  apiextBindAddress: text(
    '--apiext-bind-address <address>',
    'where that REST API is served (default: :6084)',
    '该 REST API 的地址（默认：:6084）',
  ),
  apiextPrefix: text(
    '--apiext-prefix <segment>',
    'first segment of its paths (default: apiext)',
    '其路径的第一段（默认：apiext）',
  ),
  apiextCorsOrigins: text(
    '--apiext-cors-origins <origins>',
    'origins whose pages may call it, with commas between',
    '允许调用它的页面来源，以逗号分隔',
  ),
  apiextTlsCertFile: text('--apiext-tls-cert-file <file>', 'certificate to serve it by HTTPS', '以 HTTPS 提供时的证书'),
  apiextTlsPrivateKeyFile: text('--apiext-tls-private-key-file <file>', 'key of that certificate', '该证书的私钥'),
  enableLeaderElection: text(
    '--enable-leader-election [bool]',
    'run only one of several hubs at a time',
    '多个 hub 中只有一个工作，其余待命',
  ),
  leaderElectionId: text(
    '--leader-election-id <name>',
    'name of the Lease; one for each set of controllers (default: kubemin-hub)',
    '用于选举的 Lease；每组控制器各用一个（默认：kubemin-hub）',
  ),
  leaderElectionNamespace: text(
    '--leader-election-namespace <name>',
    'the namespace of that Lease (default: default)',
    '该 Lease 的命名空间（默认：default）',
  ),
  leaderElectionLeaseDuration: text(
    '--leader-election-lease-duration <duration>',
    'how long a lease is valid without renewal (default: 15s)',
    '领导者失联后多久可被接替（默认：15s）',
  ),
  leaderElectionRenewDeadline: text(
    '--leader-election-renew-deadline <duration>',
    'a leader that cannot renew for this long stops (default: 10s)',
    '领导者多久未能续期即停止工作（默认：10s）',
  ),
  leaderElectionRetryPeriod: text(
    '--leader-election-retry-period <duration>',
    'how often the leader renews and others try to acquire (default: 2s)',
    '领导者续期与其他进程查看的间隔（默认：2s）',
  ),
  controllerManagerId: text(
    '--controller-manager-id <id>',
    'objects labelled should-be-reconciled-by are left to the hub of that id (default: main)',
    '带 should-be-reconciled-by 标签的对象由该标识的 hub 处理（默认：main）',
  ),
  onlyReconcileLabeled: text(
    '--only-reconcile-labeled [bool]',
    'skip objects without this label',
    '不处理没有该标签的对象',
  ),
  portable: text(
    '--portable [bool]',
    'run only controllers that need nothing but an API server',
    '不运行除 API 服务器外还需其他条件的控制器',
  ),
  logLevel: text(
    '--log-level <level>',
    'debug, info, warn or error (default: info)',
    'debug、info、warn 或 error（默认：info）',
  ),
  zapLogLevel: text('--zap-log-level <level>', 'same as --log-level', '与 --log-level 相同'),
  v: text(
    '-v <level>',
    'same as --log-level, as a number; 4 and more shows everything',
    '同上，以数字表示；4 及以上显示全部',
  ),
  logFormat: text('--log-format <format>', 'json or text (default: json)', 'json 或 text（默认：json）'),
  printConfig: text(
    '--print-config [bool]',
    'print the settings in effect with their sources, and exit',
    '显示生效的设置及其来源，然后结束',
  ),
} as const;
