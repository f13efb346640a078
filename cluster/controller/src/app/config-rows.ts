import { parseBindAddress } from '../http/bind-address.ts';
import { configMessages } from '../messages/config.ts';
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
    doc: 'The cluster to work on; without it KUBECONFIG, ~/.kube/config, or the cluster it runs in as a pod.',
  }),
  metricsBindAddress: configRow({
    flag: 'metrics-bind-address',
    yaml: ['reconcilermgr.metrics-bind-address'],
    type: addressValue(),
    default: parseBindAddress(':18001'),
    doc: 'Where /metrics is served; 0 turns it off.',
  }),
  healthProbeBindAddress: configRow({
    flag: 'health-probe-bind-address',
    yaml: ['reconcilermgr.health-probe-bind-address'],
    type: addressValue(),
    default: parseBindAddress(':18002'),
    doc: 'Where /healthz and /readyz are served; 0 turns them off.',
  }),
  concurrence: configRow({
    flag: 'concurrence',
    yaml: ['reconcilermgr.concurrence', 'reconcile-concurrence'],
    type: wholeNumberValue(1, 1000),
    default: 8,
    doc: 'How many objects of one controller are worked on at a time.',
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
    doc: 'Where that REST API is served.',
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
    doc: 'Origins whose pages may call it from a browser.',
  }),
  apiextTlsCertFile: configRow({
    flag: 'apiext-tls-cert-file',
    yaml: ['apiext.tls.cert-file', 'gin.secure.tls.cert-file'],
    type: pathValue(),
    default: undefined,
    doc: 'Certificate (PEM) to serve it by HTTPS; goes with the key.',
  }),
  apiextTlsPrivateKeyFile: configRow({
    flag: 'apiext-tls-private-key-file',
    yaml: ['apiext.tls.private-key-file', 'gin.secure.tls.private-key-file'],
    type: pathValue(),
    default: undefined,
    doc: 'Key (PEM) to serve it by HTTPS; goes with the certificate.',
  }),
  enabledControllers: configRow({
    flag: 'enabled-controllers',
    yaml: ['enabled-controllers'],
    type: listValue('ats,redismigrations'),
    default: [],
    doc: 'The controllers to run, by name or by the plural of their resource; without it all.',
  }),
  resourceFilter: configRow({
    flag: 'resource-filter',
    yaml: ['resource-filter'],
    only: 'file',
    type: mapValue(`ats: ${FILTER_EXAMPLE}`),
    default: new Map(),
    doc: 'Per resource, by its plural: which objects to reconcile, by patterns over namespace/name.',
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
    doc: 'The only namespace to work in; without it all.',
  }),
  syncPeriod: configRow({
    flag: 'sync-period',
    yaml: ['sync-period'],
    type: durationValue({ orNever: true }),
    default: 5 * MINUTE_MS,
    doc: 'How often every object is reconciled although nothing changed; 0 is never.',
  }),
  enableLeaderElection: configRow({
    flag: 'enable-leader-election',
    yaml: ['enable-leader-election'],
    type: booleanValue(),
    default: false,
    doc: 'Let one of several processes work and the others stand by.',
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
    doc: 'The Lease they agree by; without it the name of the app. Use one for each set of controllers.',
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
    doc: 'The namespace of that Lease.',
  }),
  leaseDuration: configRow({
    flag: 'leader-election-lease-duration',
    yaml: ['leader-election-lease-duration'],
    type: durationValue(),
    default: 15_000,
    doc: 'For so long nobody takes over from a leader that fell silent.',
  }),
  renewDeadline: configRow({
    flag: 'leader-election-renew-deadline',
    yaml: ['leader-election-renew-deadline'],
    type: durationValue(),
    default: 10_000,
    doc: 'A leader that could not renew its lease for so long stops working.',
  }),
  retryPeriod: configRow({
    flag: 'leader-election-retry-period',
    yaml: ['leader-election-retry-period'],
    type: durationValue(),
    default: 2_000,
    doc: 'How often the leader renews and the others look.',
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
    doc: 'Objects with the label should-be-reconciled-by are worked on by the process that has this id.',
  }),
  onlyReconcileLabeled: configRow({
    flag: 'only-reconcile-labeled',
    yaml: ['only-reconcile-labeled'],
    type: booleanValue(),
    default: false,
    doc: 'Leave objects alone that have no such label.',
  }),
  portable: configRow({
    flag: 'portable',
    yaml: ['portable'],
    type: booleanValue(),
    default: false,
    doc: 'Leave out controllers that need more than an API server.',
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
    doc: 'After so long a reconcile is told to give up, and another takes its place.',
  }),
  stopGrace: configRow({
    flag: 'stop-grace',
    yaml: ['stop-grace'],
    type: durationValue(),
    default: 30_000,
    doc: 'How long a stop waits for what is under way.',
  }),
  logLevel: configRow({
    flag: 'log-level',
    otherFlags: ['zap-log-level', 'v'],
    yaml: ['log.level'],
    type: logLevelValue(),
    default: 'info',
    doc: 'debug, info, warn or error; a number is a verbosity, of which 4 and more shows everything.',
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
  const doc = 'Read for files that have it; write apiext.bind-address.';
  return { flag: yaml.replaceAll('.', '-'), yaml: [yaml], only: 'file', type, default: undefined, doc };
}
