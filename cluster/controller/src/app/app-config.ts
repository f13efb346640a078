import type { LogLevel } from '@kubemin/base';
import { errorMessage } from '@kubemin/base/message';
import type { LeaseTimes } from '@kubemin/kube';
import { type BindAddress, parseBindAddress } from '../http/bind-address.ts';
import { configMessages } from '../messages/config.ts';
import { parseKeyPattern } from '../scope/key-pattern.ts';
import type { ConfigProblem } from './config-problem.ts';
import type { ConfigRow, RetiredKey } from './config-row.ts';
import { appRows, FILTER_EXAMPLE, ginRows } from './config-rows.ts';
import type { ConfigValues } from './config-values.ts';
import { type AppInput, readConfigValues } from './read-config-values.ts';

/** How one app shall run. */
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
  /** Every row by itself, those of the app's own modules too. */
  readonly values: ConfigValues;
}

/** How APIExt is served. */
export interface ApiExtConfig {
  readonly address: BindAddress;
  readonly prefix: string;
  readonly corsOrigins: readonly string[];
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
}

/** By which Lease one of several processes is chosen. */
export interface LeaderElectionConfig extends LeaseTimes {
  /** undefined: the name of the app. */
  readonly name: string | undefined;
  readonly namespace: string;
}

/** What reading a configuration gives. */
export type ReadConfig =
  | { readonly kind: 'config'; readonly config: AppConfig; readonly warnings: readonly ConfigProblem[] }
  | { readonly kind: 'problems'; readonly problems: readonly ConfigProblem[] };

/**
 * Reads the configuration of an app from flags, environment and file, in this order of precedence; `own` are settings of
 * the app's modules. Never throws, and finds everything that is wrong at once.
 */
export function readAppConfig(input: AppInput, own: readonly ConfigRow<unknown>[] = []): ReadConfig {
  const rows = [...Object.values(appRows), ...Object.values(ginRows), ...own];
  const { values, problems, warnings } = readConfigValues(input, { rows, retired: retiredKeys });
  const found = [...problems, ...leaseProblems(values), ...tlsProblems(values), ...filterProblems(values)];
  if (found.length > 0) return { kind: 'problems', problems: found };
  return { kind: 'config', config: configOf(values), warnings };
}

function configOf(values: ConfigValues): AppConfig {
  const resyncMs = values.get(appRows.syncPeriod);
  return {
    kubeconfig: values.get(appRows.kubeconfig),
    metrics: values.get(appRows.metricsBindAddress),
    health: values.get(appRows.healthProbeBindAddress),
    apiext: values.get(appRows.apiserverEnabled) ? apiextOf(values) : undefined,
    concurrency: values.get(appRows.concurrence),
    enabled: values.get(appRows.enabledControllers),
    filters: Object.fromEntries(values.get(appRows.resourceFilter)),
    namespace: values.get(appRows.namespace),
    resyncMs: resyncMs === 0 ? undefined : resyncMs,
    leaderElection: values.get(appRows.enableLeaderElection) ? electionOf(values) : undefined,
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

function apiextOf(values: ConfigValues): ApiExtConfig {
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
  const own = values.get(appRows.apiextBindAddress);
  const [address, port] = isSecure
    ? [ginRows.secureAddress, ginRows.securePort]
    : [ginRows.insecureAddress, ginRows.insecurePort];
  if (values.isSaid(appRows.apiextBindAddress) || !(values.isSaid(address) || values.isSaid(port))) return own;
  const host = values.get(address) ?? '';
  const number = values.get(port) ?? (isSecure ? GIN_PORTS.secure : GIN_PORTS.insecure);
  return parseBindAddress(`${host.includes(':') ? `[${host}]` : host}:${number}`);
}

function electionOf(values: ConfigValues): LeaderElectionConfig {
  return {
    name: values.get(appRows.leaderElectionId),
    namespace: values.get(appRows.leaderElectionNamespace) ?? 'default',
    leaseDurationMs: values.get(appRows.leaseDuration),
    renewDeadlineMs: values.get(appRows.renewDeadline),
    retryPeriodMs: values.get(appRows.retryPeriod),
  };
}

/** A leader must stop before others may begin. */
function leaseProblems(values: ConfigValues): readonly ConfigProblem[] {
  const { leaseDurationMs, renewDeadlineMs, retryPeriodMs } = electionOf(values);
  if (retryPeriodMs < renewDeadlineMs && renewDeadlineMs < leaseDurationMs) return [];
  const times = [appRows.leaseDuration, appRows.renewDeadline, appRows.retryPeriod];
  const source = values.sourceOf(times.find((row) => values.isSaid(row)) ?? appRows.leaseDuration);
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
  if (values.isSaid(cert) === values.isSaid(key)) return [];
  const [given, missing] = values.isSaid(cert) ? [cert, key] : [key, cert];
  const message = configMessages.halfCertificate;
  return [
    {
      code: 'CONFIG_CONFLICT',
      source: values.sourceOf(given),
      message,
      fix: configMessages.giveOtherFlag({ flag: missing.flag }),
    },
  ];
}

function filterProblems(values: ConfigValues): readonly ConfigProblem[] {
  const source = values.sourceOf(appRows.resourceFilter);
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
const OWN_TIMES = configMessages.resyncPerObject;

/** Keys of the framework's forerunner that mean nothing here, so that its files go on working. */
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
  { yaml: 'retry-defer', why: OWN_TIMES },
  { yaml: 'async-update-defer', why: OWN_TIMES },
  { yaml: 'paused-requeue-defer', why: OWN_TIMES },
  { yaml: 'confirm-defer', why: OWN_TIMES },
  { yaml: 'confirm-timeout', why: OWN_TIMES },
  { yaml: 'http-proxy', why: configMessages.proxyInKubeconfig },
  { yaml: 'apiexts-url', why: configMessages.apiextInProcess },
  { yaml: 'bearer-token', why: configMessages.callersBringTokens },
];
