import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  engineSettingsFrom,
  kafkaSettingsFrom,
  queueFrom,
  queueSettingsFrom,
  redisSettingsFrom,
} from './engine-options.ts';
import { lines, read } from './test-support/read.ts';

/** The manual's own examples, unchanged. */
async function manual(name: string) {
  return read({ yaml: await readFile(join(import.meta.dirname, 'test-support', 'manual', name), 'utf8') });
}

const UNTOUCHED = { maxReadFailures: 0, maxReclaimFailures: 0 };

test('the configuration for development loads unchanged', async () => {
  const { values, problems, warnings } = await manual('config-dev.yaml');
  expect([...problems, ...warnings]).toEqual([]);
  expect(engineSettingsFrom(values)).toMatchObject({
    sequentialMaxConcurrency: 1,
    pollIntervalMs: 1_000,
    dispatchPollIntervalMs: 1_000,
    defaultJobTimeoutMs: 30_000,
    maxConcurrentWorkflows: 5,
  });
  expect(queueFrom(values).driver.name).toBe('noop');
  expect(queueSettingsFrom(values)).toEqual({
    ...UNTOUCHED,
    channelPrefix: 'kubemin-dev',
    reclaimIntervalMs: 10_000,
    reclaimMinIdleMs: 30_000,
    reclaimCount: 10,
    readCount: 5,
    readBlockMs: 1_000,
    backoffMinMs: 100,
    backoffMaxMs: 60_000,
  });
});

test('the configuration for production with Redis loads unchanged, cacheProt included, and breaks one of its own rules', async () => {
  const { values, problems, warnings } = await manual('config-prod-redis.yaml');
  expect(problems).toEqual([]);
  expect(lines(warnings)).toEqual([
    expect.stringMatching(/cache\.cacheType SETTING_WITHOUT_EFFECT: /),
    expect.stringMatching(/cache\.cacheTTL SETTING_WITHOUT_EFFECT: /),
    expect.stringMatching(/cache\.keyPrefix SETTING_WITHOUT_EFFECT: /),
    expect.stringMatching(
      /^kubemin\.yaml:11:3 workflow\.defaultJobTimeout SETTING_UNWISE: --workflow-default-job-timeout \(1m\) should be less than --workflow-worker-autoclaim-idle \(1m\)/,
    ),
  ]);
  expect(engineSettingsFrom(values)).toMatchObject({
    sequentialMaxConcurrency: 3,
    pollIntervalMs: 3_000,
    dispatchPollIntervalMs: 3_000,
    defaultJobTimeoutMs: 60_000,
    maxConcurrentWorkflows: 20,
  });
  expect(queueFrom(values).driver.name).toBe('redis');
  expect(queueSettingsFrom(values)).toEqual({
    ...UNTOUCHED,
    channelPrefix: 'kubemin-prod',
    reclaimIntervalMs: 15_000,
    reclaimMinIdleMs: 60_000,
    reclaimCount: 50,
    readCount: 10,
    readBlockMs: 2_000,
    backoffMinMs: 200,
    backoffMaxMs: 300_000,
  });
  expect(redisSettingsFrom(values)).toEqual({
    host: 'redis.prod.svc.cluster.local',
    port: 6379,
    database: 0,
    tls: false,
    maxLength: 100_000,
  });
});

test('the configuration for production with Kafka loads unchanged, and reports the settings that Kafka does not use', async () => {
  const { values, problems, warnings } = await manual('config-prod-kafka.yaml');
  expect(problems).toEqual([]);
  expect(warnings.map(({ setting, code }) => `${setting} ${code}`)).toEqual([
    'workflow-worker-autoclaim-idle SETTING_WITHOUT_EFFECT',
    'workflow-worker-autoclaim-count SETTING_WITHOUT_EFFECT',
    'workflow-worker-max-claim-failures SETTING_WITHOUT_EFFECT',
  ]);
  expect(engineSettingsFrom(values)).toMatchObject({
    sequentialMaxConcurrency: 5,
    pollIntervalMs: 3_000,
    dispatchPollIntervalMs: 3_000,
    defaultJobTimeoutMs: 120_000,
    maxConcurrentWorkflows: 50,
  });
  expect(queueFrom(values).driver.name).toBe('kafka');
  expect(queueSettingsFrom(values)).toEqual({
    ...UNTOUCHED,
    channelPrefix: 'kubemin-prod',
    reclaimIntervalMs: 20_000,
    reclaimMinIdleMs: 120_000,
    reclaimCount: 100,
    readCount: 20,
    readBlockMs: 3_000,
    backoffMinMs: 200,
    backoffMaxMs: 300_000,
  });
  expect(kafkaSettingsFrom(values)).toMatchObject({
    brokers: [0, 1, 2].map((number) => `kafka-${number}.kafka.prod.svc.cluster.local:9092`),
    groupId: 'kubemin-workflow-workers',
    offsetReset: 'earliest',
  });
});
