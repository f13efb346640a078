import type { LogLevel } from '@kubemin/base';
import { errorMessage } from '@kubemin/base/message';
import type { LeaseTimes } from '@kubemin/kube';
import { type BindAddress, parseBindAddress } from '../http/index.ts';
import { configMessages } from '../messages/index.ts';
import { parseKeyPattern } from '../resource/index.ts';
import type { ConfigProblem } from './config-problem.ts';
import type { ConfigRow, RetiredKey } from './config-row.ts';
import { appRows, FILTER_EXAMPLE, ginRows } from './config-rows.ts';
import type { ConfigValues } from './config-values.ts';
import { type AppInput, readConfigValues } from './read-config-values.ts';

/** The configuration of one app. */
export interface AppConfig {
  readonly kubeconfig: string | undefined;
  readonly metrics: BindAddress;
  readonly health: BindAddress;
  readonly apiext: ApiExtConfig | undefined;
  readonly concurrency: number;
  /** Empty: all. */
  readonly enabled: readonly string[];
  /** By plural. */
  readonly filters: Readonly<Record<string, string>>;
  readonly namespace: string | undefined;
  /** undefined: never. */
  readonly resyncMs: number | undefined;
  readonly leaderElection: LeaderElectionConfig | undefined;
  readonly routing: { readonly id: string; readonly onlyLabeled: boolean };
  readonly portable: boolean;
  readonly definitions: 'check' | 'install';
  readonly reconcileTimeoutMs: number;
  readonly stopGraceMs: number;
  readonly log: { readonly level: LogLevel; readonly format: 'json' | 'text' };
  /** The value of every row, including those of the app's own modules. */
  readonly values: ConfigValues;
}

/** How APIExt is served. */
export interface ApiExtConfig {
  readonly address: BindAddress;
  readonly prefix: string;
  readonly corsOrigins: readonly string[];
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
}

/** The Lease by which one of several processes is elected. */
export interface LeaderElectionConfig extends LeaseTimes {
  /** undefined: the name of the app. */
  readonly name: string | undefined;
  readonly namespace: string;
}

/** The result of reading a configuration. */
export type ReadConfig =
  | { readonly kind: 'config'; readonly config: AppConfig; readonly warnings: readonly ConfigProblem[] }
  | { readonly kind: 'problems'; readonly problems: readonly ConfigProblem[] };

/**
 * Reads the configuration of an app from flags, environment and file, in this order of precedence; `moduleRows` are
 * settings of the app's modules. Never throws; reports all problems at once.
 */
export function readAppConfig(input: AppInput, moduleRows: readonly ConfigRow<unknown>[] = []): ReadConfig {
  const rows = [...Object.values(appRows), ...Object.values(ginRows), ...moduleRows];
  const { values, problems, warnings } = readConfigValues(input, { rows, retired: retiredKeys });
  const found = [...problems, ...leaseProblems(values), ...tlsProblems(values), ...filterProblems(values)];
  if (found.length > 0) return { kind: 'problems', problems: found };
  return { kind: 'config', config: toAppConfig(values), warnings };
}

function toAppConfig(values: ConfigValues): AppConfig {
  const resyncMs = values.get(appRows.syncPeriod);
  return {
    kubeconfig: values.get(appRows.kubeconfig),
    metrics: values.get(appRows.metricsBindAddress),
    health: values.get(appRows.healthProbeBindAddress),
    apiext: values.get(appRows.apiserverEnabled) ? toApiExtConfig(values) : undefined,
    concurrency: values.get(appRows.concurrence),
    enabled: values.get(appRows.enabledControllers),
    filters: Object.fromEntries(values.get(appRows.resourceFilter)),
    namespace: values.get(appRows.namespace),
    resyncMs: resyncMs === 0 ? undefined : resyncMs,
    leaderElection: values.get(appRows.enableLeaderElection) ? toLeaderElectionConfig(values) : undefined,
    routing: {
      id: values.get(appRows.controllerManagerId) ?? 'main',
      onlyLabeled: values.get(appRows.onlyReconcileLabeled),
    },
    portable: values.get(appRows.portable),
    definitions: values.get(appRows.installCrds) ? 'install' : 'check',
    reconcileTimeoutMs: values.get(appRows.reconcileTimeout),
    stopGraceMs: values.get(appRows.stopGrace),
    log: { level: values.get(appRows.logLevel), format: values.get(appRows.logFormat) },
    values,
  };
}

function toApiExtConfig(values: ConfigValues): ApiExtConfig {
  const certFile = values.get(appRows.apiextTlsCertFile);
  const keyFile = values.get(appRows.apiextTlsPrivateKeyFile);
  const tls = certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile };
  return {
    address: apiextAddress(values, tls !== undefined),
    prefix: values.get(appRows.apiextPrefix) ?? 'apiext',
    corsOrigins: values.get(appRows.apiextCorsOrigins),
    tls,
  };
}

const GIN_PORTS = { secure: 9443, insecure: 9080 } as const;

function apiextAddress(values: ConfigValues, isSecure: boolean): BindAddress {
  const moduleRows = values.get(appRows.apiextBindAddress);
  const [address, port] = isSecure
    ? [ginRows.secureAddress, ginRows.securePort]
    : [ginRows.insecureAddress, ginRows.insecurePort];
  if (values.isSet(appRows.apiextBindAddress) || !(values.isSet(address) || values.isSet(port))) return moduleRows;
  const host = values.get(address) ?? '';
  const number = values.get(port) ?? (isSecure ? GIN_PORTS.secure : GIN_PORTS.insecure);
  return parseBindAddress(`${host.includes(':') ? `[${host}]` : host}:${number}`);
}

function toLeaderElectionConfig(values: ConfigValues): LeaderElectionConfig {
  return {
    name: values.get(appRows.leaderElectionId),
    namespace: values.get(appRows.leaderElectionNamespace) ?? 'default',
    leaseDurationMs: values.get(appRows.leaseDuration),
    renewDeadlineMs: values.get(appRows.renewDeadline),
    retryPeriodMs: values.get(appRows.retryPeriod),
  };
}

/** A leader must stop before another may start. */
function leaseProblems(values: ConfigValues): readonly ConfigProblem[] {
  const { leaseDurationMs, renewDeadlineMs, retryPeriodMs } = toLeaderElectionConfig(values);
  if (retryPeriodMs < renewDeadlineMs && renewDeadlineMs < leaseDurationMs) return [];
  const times = [appRows.leaseDuration, appRows.renewDeadline, appRows.retryPeriod];
  const source = values.source(times.find((row) => values.isSet(row)) ?? appRows.leaseDuration);
  return [
    {
      code: 'CONFIG_CONFLICT',
      source,
      message: configMessages.leaseTimes,
      fix: configMessages.orderLeaseTimes,
    },
  ];
}

function tlsProblems(values: ConfigValues): readonly ConfigProblem[] {
  const [cert, key] = [appRows.apiextTlsCertFile, appRows.apiextTlsPrivateKeyFile];
  if (values.isSet(cert) === values.isSet(key)) return [];
  const [given, missing] = values.isSet(cert) ? [cert, key] : [key, cert];
  const message = configMessages.halfCertificate;
  return [
    {
      code: 'CONFIG_CONFLICT',
      source: values.source(given),
      message,
      fix: configMessages.giveOtherFlag({ flag: missing.flag }),
    },
  ];
}

function filterProblems(values: ConfigValues): readonly ConfigProblem[] {
  const source = values.source(appRows.resourceFilter);
  return [...values.get(appRows.resourceFilter)].flatMap(([resource, text]) => {
    try {
      parseKeyPattern(text);
      return [];
    } catch (error) {
      const message = configMessages.forResource({ resource, reason: errorMessage(error) });
      return [
        {
          code: 'CONFIG_VALUE_INVALID',
          source,
          message,
          fix: configMessages.writePattern({ example: FILTER_EXAMPLE }),
        },
      ];
    }
  });
}

const ONE_LOG = configMessages.oneLog;
const RESYNC_PER_OBJECT = configMessages.resyncPerObject;

/** Keys of the framework's predecessor that have no effect here; files that contain them still load. */
const retiredKeys: readonly RetiredKey[] = [
  { yaml: 'log.name', why: ONE_LOG },
  { yaml: 'log.development', why: ONE_LOG },
  { yaml: 'log.enable-color', why: ONE_LOG },
  { yaml: 'log.disable-caller', why: ONE_LOG },
  { yaml: 'log.disable-stacktrace', why: configMessages.errorStacks },
  { yaml: 'log.output-paths', why: ONE_LOG },
  { yaml: 'log.error-output-paths', why: ONE_LOG },
  { yaml: 'gin.server.*', why: configMessages.fixedMiddlewares },
  { yaml: 'port', why: configMessages.noWebhooks },
  { yaml: 'retry-defer', why: RESYNC_PER_OBJECT },
  { yaml: 'async-update-defer', why: RESYNC_PER_OBJECT },
  { yaml: 'paused-requeue-defer', why: RESYNC_PER_OBJECT },
  { yaml: 'confirm-defer', why: RESYNC_PER_OBJECT },
  { yaml: 'confirm-timeout', why: RESYNC_PER_OBJECT },
  { yaml: 'http-proxy', why: configMessages.proxyInKubeconfig },
  { yaml: 'apiexts-url', why: configMessages.apiextInProcess },
  { yaml: 'bearer-token', why: configMessages.callersBringTokens },
];
