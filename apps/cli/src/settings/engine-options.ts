import type { Clock } from '@kubemin/base';
import {
  type EngineQueue,
  type EngineSettings,
  type Fetcher,
  gatewayCandidates,
  guardedFetcher,
  type KafkaQueueSettings,
  kafkaQueueDriver,
  kafkaTopicWriter,
  noopQueueDriver,
  type ProjectNamespaceSettings,
  type QueueDriver,
  type QueueSettings,
  type RedisQueueSettings,
  redisQueueDriver,
  type SandboxSettings,
  type SshSettings,
  SYSTEM_NAMESPACES,
  sandboxQuota,
} from '@kubemin/engine';
import type { RenderSettings } from '@kubemin/render';
import { type EventSink, kafkaSink, type PlatformServerSettings, webhookSink } from '@kubemin/server';
import { accessSettings } from './rows/access.ts';
import { eventSettings } from './rows/events.ts';
import { gatewayPreferences } from './rows/gateway.ts';
import { jobSettings } from './rows/jobs.ts';
import { kafkaSettings } from './rows/kafka.ts';
import { leaderSettings } from './rows/leader.ts';
import { queueSettings } from './rows/queue.ts';
import { redisSettings } from './rows/redis.ts';
import { retentionSettings } from './rows/retention.ts';
import { serverSettings } from './rows/server.ts';
import { streamSettings } from './rows/streams.ts';
import { tenancySettings } from './rows/tenancy.ts';
import { workerSettings } from './rows/worker.ts';
import { workflowSettings } from './rows/workflow.ts';
import type { Setting } from './setting.ts';
import type { SettingValues } from './setting-values.ts';

const SHORTEST_REBALANCE_MS = 60_000;

/**
 * The settings of the engine, except whose work it takes over: that depends on who else may be there. The namespaces the
 * platform itself runs in are closed like those of the cluster.
 */
export function engineSettingsFrom(
  values: SettingValues,
  ownNamespaces: readonly string[] = [],
): Omit<EngineSettings, 'takeOver'> {
  return {
    maxConcurrentWorkflows: values.get(workflowSettings.maxConcurrent),
    sequentialMaxConcurrency: values.get(workflowSettings.sequentialMaxConcurrency),
    pollIntervalMs: values.get(workflowSettings.localPollInterval),
    dispatchPollIntervalMs: values.get(workflowSettings.dispatchPollInterval),
    heartbeatMs: values.get(workflowSettings.heartbeatInterval),
    deadAfterMs: values.get(workflowSettings.deadAfter),
    deployTimeoutMs: values.get(workflowSettings.deployTimeout),
    defaultJobTimeoutMs: values.get(workflowSettings.defaultJobTimeout),
    missingGraceMs: values.get(workflowSettings.missingGrace),
    missingDevices: values.get(workflowSettings.missingDevices),
    retries: values.get(workflowSettings.retries),
    retryMinMs: values.get(workflowSettings.retryMin),
    retryMaxMs: values.get(workflowSettings.retryMax),
    callbackTimeoutMs: values.get(workflowSettings.callbackTimeout),
    callbackAttempts: values.get(workflowSettings.callbackAttempts),
    callbackRetryMinMs: values.get(workflowSettings.callbackRetryMin),
    callbackRetryMaxMs: values.get(workflowSettings.callbackRetryMax),
    createNamespace: values.get(workflowSettings.createNamespace),
    restrictUses: true,
    closedNamespaces: [...SYSTEM_NAMESPACES, ...values.get(accessSettings.closedNamespaces), ...ownNamespaces],
    onFailure: values.get(workflowSettings.onFailure),
    gateway: gatewayPreferences(values),
    sandbox: sandboxFrom(values),
    ssh: sshFrom(values),
    helm: { charts: values.get(jobSettings.helmCharts) },
    projectNamespaces: projectNamespacesFrom(values),
    keepRunsForMs: values.get(retentionSettings.keepRunsFor),
    keepRunsPerApplication: values.get(retentionSettings.keepRuns),
    retentionIntervalMs: values.get(retentionSettings.interval),
    leaseDurationMs: values.get(leaderSettings.leaseDuration),
    renewDeadlineMs: values.get(leaderSettings.renewDeadline),
    leaseRetryMs: values.get(leaderSettings.retryPeriod),
    replicaCheckMs: values.get(leaderSettings.replicaCheckInterval),
  };
}

/** What is rendered where no cluster decides. */
export function renderSettingsFrom(values: SettingValues): Pick<RenderSettings, 'gateway'> {
  return { gateway: gatewayCandidates(gatewayPreferences(values))[0] };
}

/** What namespaces of bound projects have. */
function projectNamespacesFrom(values: SettingValues): ProjectNamespaceSettings {
  return {
    quota: {
      cpu: values.get(tenancySettings.quotaCpu),
      memory: values.get(tenancySettings.quotaMemory),
      pods: values.get(tenancySettings.quotaPods),
    },
    limitRange: { cpu: values.get(tenancySettings.defaultCpu), memory: values.get(tenancySettings.defaultMemory) },
    podSecurity: values.get(tenancySettings.podSecurity),
    ingressNamespaces: values.get(tenancySettings.ingressNamespaces),
  };
}

/** Where and within which bounds users' code runs. */
function sandboxFrom(values: SettingValues): SandboxSettings {
  return {
    namespace: values.get(jobSettings.namespace),
    quota: sandboxQuota({
      pods: values.get(jobSettings.maxPods),
      cpu: values.get(jobSettings.maxCpu),
      memory: values.get(jobSettings.maxMemory),
    }),
    defaults: { cpu: values.get(jobSettings.defaultCpu), memory: values.get(jobSettings.defaultMemory) },
    runAsUser: values.get(jobSettings.runAsUser),
    gpu: { count: values.get(jobSettings.gpuResource), memory: values.get(jobSettings.gpuMemoryResource) },
    logBytes: values.get(jobSettings.logBytes),
  };
}

/** What steps of the type `ssh` may reach. */
function sshFrom(values: SettingValues): SshSettings {
  const knownHosts = values.get(jobSettings.sshKnownHosts);
  return { hosts: values.get(jobSettings.sshHosts), ...(knownHosts !== undefined && { knownHosts }) };
}

type QueueType = typeof queueSettings.type extends Setting<infer T> ? T : never;

/** The queue drivers by the names that the setting accepts. */
const QUEUE_DRIVERS: Readonly<Record<QueueType, (values: SettingValues) => QueueDriver>> = {
  noop: () => noopQueueDriver(),
  redis: (values) => redisQueueDriver(redisSettingsFrom(values)),
  kafka: (values) => kafkaQueueDriver(kafkaSettingsFrom(values)),
};

/** The queue that the settings choose. The driver connects when the queue is first used. */
export function queueFrom(values: SettingValues): EngineQueue {
  return { driver: QUEUE_DRIVERS[values.get(queueSettings.type)](values), settings: queueSettingsFrom(values) };
}

/** How the queue is used, whatever its kind. */
export function queueSettingsFrom(values: SettingValues): QueueSettings {
  return {
    channelPrefix: values.get(queueSettings.channelPrefix),
    readCount: values.get(workerSettings.readCount),
    readBlockMs: values.get(workerSettings.readBlock),
    reclaimIntervalMs: values.get(workerSettings.staleInterval),
    reclaimMinIdleMs: values.get(workerSettings.autoclaimIdle),
    reclaimCount: values.get(workerSettings.autoclaimCount),
    maxReadFailures: values.get(workerSettings.maxReadFailures),
    maxReclaimFailures: values.get(workerSettings.maxClaimFailures),
    backoffMinMs: values.get(workerSettings.backoffMin),
    backoffMaxMs: values.get(workerSettings.backoffMax),
  };
}

/** Where Redis is. */
export function redisSettingsFrom(values: SettingValues): Partial<RedisQueueSettings> {
  const username = values.get(redisSettings.username);
  const password = values.get(redisSettings.password);
  return {
    host: values.get(redisSettings.host),
    port: values.get(redisSettings.port),
    database: values.get(redisSettings.database),
    tls: values.get(redisSettings.tls),
    maxLength: values.get(queueSettings.redisMaxlen),
    ...(username && { username }),
    ...(password && { password }),
  };
}

/** Where Kafka is, and how its group behaves. */
export function kafkaSettingsFrom(values: SettingValues): Partial<KafkaQueueSettings> {
  const sessionTimeoutMs = values.get(kafkaSettings.sessionTimeout);
  const username = values.get(kafkaSettings.username);
  const password = values.get(kafkaSettings.password);
  const replicationFactor = values.get(kafkaSettings.replicationFactor);
  return {
    brokers: values.get(kafkaSettings.brokers),
    groupId: values.get(kafkaSettings.groupId),
    offsetReset: values.get(kafkaSettings.offsetReset),
    partitions: values.get(kafkaSettings.partitions),
    sessionTimeoutMs,
    heartbeatIntervalMs: values.get(kafkaSettings.heartbeatInterval),
    rebalanceTimeoutMs: values.get(kafkaSettings.rebalanceTimeout) ?? Math.max(SHORTEST_REBALANCE_MS, sessionTimeoutMs),
    tls: values.get(kafkaSettings.tls),
    ...(replicationFactor !== undefined && { replicationFactor }),
    ...(username && password && { sasl: { mechanism: values.get(kafkaSettings.saslMechanism), username, password } }),
  };
}

/** How steps reach the world outside. */
export function fetcherFrom(values: SettingValues): Fetcher {
  return guardedFetcher({ allowHosts: values.get(serverSettings.outboundAllowHosts) });
}

/** How the settings want the HTTP server to behave. */
export function serverSettingsFrom(values: SettingValues): PlatformServerSettings {
  return {
    metricsAccess: values.get(serverSettings.metricsAccess),
    requests: {
      perSecond: values.get(accessSettings.requestsPerSecond),
      burst: values.get(accessSettings.requestsBurst),
    },
    failedAuthentications: {
      perSecond: values.get(accessSettings.failedTokensPerSecond),
      burst: values.get(accessSettings.failedTokensBurst),
    },
    waitMaxMs: values.get(accessSettings.waitMax),
    waitersMax: values.get(accessSettings.waitersMax),
    waits: { perSecond: values.get(accessSettings.waitsPerSecond), burst: values.get(accessSettings.waitsBurst) },
    trustedProxies: values.get(accessSettings.trustedProxies),
    followersMax: values.get(streamSettings.followersMax),
    execIdleMs: values.get(streamSettings.execIdleTimeout),
    execSessionsMax: values.get(streamSettings.execSessionsMax),
    execSessionsPerUser: values.get(streamSettings.execSessionsPerUser),
    debugImages: values.get(streamSettings.debugImages),
    cors: { origins: values.get(accessSettings.corsOrigins) },
    missingGraceMs: values.get(workflowSettings.missingGrace),
    idempotencyMs: values.get(retentionSettings.keepRequestsFor),
    keepTokensForMs: values.get(retentionSettings.keepTokensFor),
    keepAuditForMs: values.get(retentionSettings.keepAuditFor),
    keepLogsForMs: values.get(retentionSettings.keepLogsFor),
    keepLogsBytes: values.get(retentionSettings.keepLogsSize) * 1024 * 1024,
    keepLogCharacters: values.get(retentionSettings.keepLogSize) * 1024,
  };
}

/** Where the settings want the transitions of runs to be published. */
export function eventSinksFrom(values: SettingValues, clock: Clock): readonly EventSink[] {
  const url = values.get(eventSettings.webhookUrl);
  const secret = values.get(eventSettings.webhookSecret);
  const topic = values.get(eventSettings.kafkaTopic);
  return [
    ...(url === undefined
      ? []
      : [webhookSink({ url, secret: secret || undefined, fetcher: fetcherFrom(values), clock })]),
    ...(topic === undefined ? [] : [kafkaSink(kafkaTopicWriter(kafkaSettingsFrom(values), topic))]),
  ];
}
