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
    doc: 'The kubeconfig of the cluster. Default: KUBECONFIG, ~/.kube/config, or the cluster that it runs in as a pod.',
  }),
  metricsBindAddress: configRow({
    flag: 'metrics-bind-address',
    yaml: ['reconcilermgr.metrics-bind-address'],
    type: addressValue(),
    default: parseBindAddress(':18001'),
    doc: 'Address of /metrics; 0 turns it off.',
  }),
  healthProbeBindAddress: configRow({
    flag: 'health-probe-bind-address',
    yaml: ['reconcilermgr.health-probe-bind-address'],
    type: addressValue(),
    default: parseBindAddress(':18002'),
    doc: 'Address of /healthz and /readyz; 0 turns them off.',
  }),
  concurrence: configRow({
    flag: 'concurrence',
    yaml: ['reconcilermgr.concurrence', 'reconcile-concurrence'],
    type: wholeNumberValue(1, 1000),
    default: 8,
    doc: 'How many objects each controller reconciles concurrently.',
  }),
  apiserverEnabled: configRow({
    flag: 'apiserver-enabled',
    yaml: ['reconcilermgr.apiserver-enabled'],
    type: booleanValue(),
    default: false,
    doc: 'Serve the REST API of the resources (APIExt).',
  }),
  apiextBindAddress: configRow({
    flag: 'apiext-bind-address',
    yaml: ['apiext.bind-address'],
    type: addressValue(),
    default: parseBindAddress(':6084'),
    doc: 'Address of that REST API.',
  }),
  apiextPrefix: configRow({
    flag: 'apiext-prefix',
    yaml: ['apiext.prefix'],
    type: textValue({ expected: configMessages.pathSegment, example: 'apiext', pattern: /^[\w.-]+$/ }),
    default: 'apiext',
    doc: 'The first segment of its paths.',
  }),
  apiextCorsOrigins: configRow({
    flag: 'apiext-cors-origins',
    yaml: ['apiext.cors-origins'],
    type: listValue('https://console.example.org'),
    default: [],
    doc: 'Origins that may call it from a browser.',
  }),
  apiextTlsCertFile: configRow({
    flag: 'apiext-tls-cert-file',
    yaml: ['apiext.tls.cert-file', 'gin.secure.tls.cert-file'],
    type: pathValue(),
    default: undefined,
    doc: 'Certificate (PEM) to serve it by HTTPS; needs the key.',
  }),
  apiextTlsPrivateKeyFile: configRow({
    flag: 'apiext-tls-private-key-file',
    yaml: ['apiext.tls.private-key-file', 'gin.secure.tls.private-key-file'],
    type: pathValue(),
    default: undefined,
    doc: 'Key (PEM) to serve it by HTTPS; needs the certificate.',
  }),
  enabledControllers: configRow({
    flag: 'enabled-controllers',
    yaml: ['enabled-controllers'],
    type: listValue('ats,redismigrations'),
    default: [],
    doc: 'The controllers to run, by name or by the plural of their resource. Default: all.',
  }),
  resourceFilter: configRow({
    flag: 'resource-filter',
    yaml: ['resource-filter'],
    only: 'file',
    type: mapValue(`ats: ${FILTER_EXAMPLE}`),
    default: new Map(),
    doc: 'Patterns over namespace/name of the objects to reconcile, by the plural of their resource.',
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
    doc: 'Watch only this namespace. Default: all.',
  }),
  syncPeriod: configRow({
    flag: 'sync-period',
    yaml: ['sync-period'],
    type: durationValue({ orNever: true }),
    default: 5 * MINUTE_MS,
    doc: 'How often every object is reconciled without a change; 0 is never.',
  }),
  enableLeaderElection: configRow({
    flag: 'enable-leader-election',
    yaml: ['enable-leader-election'],
    type: booleanValue(),
    default: false,
    doc: 'Elect one of several processes as the leader; the others stand by.',
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
    doc: 'Name of the Lease, one for each set of controllers. Default: the name of the app.',
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
    doc: 'Namespace of the Lease.',
  }),
  leaseDuration: configRow({
    flag: 'leader-election-lease-duration',
    yaml: ['leader-election-lease-duration'],
    type: durationValue(),
    default: 15_000,
    doc: 'How long others wait after the last renewal before they take over.',
  }),
  renewDeadline: configRow({
    flag: 'leader-election-renew-deadline',
    yaml: ['leader-election-renew-deadline'],
    type: durationValue(),
    default: 10_000,
    doc: 'How long a leader may fail to renew before it stops working.',
  }),
  retryPeriod: configRow({
    flag: 'leader-election-retry-period',
    yaml: ['leader-election-retry-period'],
    type: durationValue(),
    default: 2_000,
    doc: 'How often the leader renews and the others try to acquire the lease.',
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
    doc: 'Reconcile objects whose label should-be-reconciled-by has this id.',
  }),
  onlyReconcileLabeled: configRow({
    flag: 'only-reconcile-labeled',
    yaml: ['only-reconcile-labeled'],
    type: booleanValue(),
    default: false,
    doc: 'Skip objects without that label.',
  }),
  portable: configRow({
    flag: 'portable',
    yaml: ['portable'],
    type: booleanValue(),
    default: false,
    doc: 'Omit controllers that need more than an API server.',
  }),
  installCrds: configRow({
    flag: 'install-crds',
    yaml: ['install-crds'],
    type: booleanValue(),
    default: false,
    doc: 'Install the definitions of the resources before starting.',
  }),
  reconcileTimeout: configRow({
    flag: 'reconcile-timeout',
    yaml: ['reconcile-timeout'],
    type: durationValue(),
    default: 10 * MINUTE_MS,
    doc: 'The time after which a reconcile is aborted and its worker replaced.',
  }),
  stopGrace: configRow({
    flag: 'stop-grace',
    yaml: ['stop-grace'],
    type: durationValue(),
    default: 30_000,
    doc: 'How long a stop waits for pending work.',
  }),
  logLevel: configRow({
    flag: 'log-level',
    otherFlags: ['zap-log-level', 'v'],
    yaml: ['log.level'],
    type: logLevelValue(),
    default: 'info',
    doc: 'debug, info, warn or error; or a verbosity: from 4 on everything is logged.',
  }),
  logFormat: configRow({
    flag: 'log-format',
    yaml: ['log.format'],
    type: choiceValue(['json', 'text'], { console: 'text' }),
    default: 'json',
    doc: 'json or text.',
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
  const doc = 'Deprecated; use apiext.bind-address.';
  return { flag: yaml.replaceAll('.', '-'), yaml: [yaml], only: 'file', type, default: undefined, doc };
}
