import {
  DEFAULT_ENGINE_SETTINGS,
  DEFAULT_KAFKA_QUEUE_SETTINGS,
  DEFAULT_QUEUE_SETTINGS,
  DEFAULT_REDIS_QUEUE_SETTINGS,
} from '@kubemin/engine';
import { expect, test } from 'vitest';
import { engineSettingsFrom, kafkaSettingsFrom, queueSettingsFrom, redisSettingsFrom } from './engine-options.ts';
import { read } from './test-support/read.ts';

test('the defaults of the table are those of the engine', () => {
  const { values } = read({});
  const { takeOver: _, ...engine } = DEFAULT_ENGINE_SETTINGS;
  // The engine alone has a submitter with all rights; callers of the platform have fewer.
  expect(engineSettingsFrom(values)).toEqual({ ...engine, restrictUses: true });
  expect(queueSettingsFrom(values)).toEqual(DEFAULT_QUEUE_SETTINGS);
  expect(DEFAULT_REDIS_QUEUE_SETTINGS).toMatchObject(redisSettingsFrom(values));
  const { brokers, ...kafka } = kafkaSettingsFrom(values);
  expect(brokers).toEqual([]);
  expect(DEFAULT_KAFKA_QUEUE_SETTINGS).toMatchObject(kafka);
});

test('credentials reach the queues they are for', () => {
  const { values } = read({
    env: {
      KUBEMIN_CACHE_USERNAME: 'r',
      KUBEMIN_CACHE_PASSWORD: 'redis secret',
      KUBEMIN_MSG_KAFKA_USERNAME: 'k',
      KUBEMIN_MSG_KAFKA_PASSWORD: 'kafka secret',
    },
  });
  expect(redisSettingsFrom(values)).toMatchObject({ username: 'r', password: 'redis secret' });
  expect(kafkaSettingsFrom(values).sasl).toEqual({ mechanism: 'PLAIN', username: 'k', password: 'kafka secret' });
});

test('a long Kafka session takes the time to join again with it', () => {
  const { values, problems } = read({ flags: { 'msg-kafka-session-timeout': '5m' } });
  expect(problems).toEqual([]);
  expect(kafkaSettingsFrom(values)).toMatchObject({ sessionTimeoutMs: 300_000, rebalanceTimeoutMs: 300_000 });
});

test('R-01: namespaces of the setting and of the platform itself are closed besides those of the cluster', () => {
  const { values, problems } = read({ flags: { 'closed-namespaces': 'monitoring,openshift-*' } });
  expect(problems).toEqual([]);
  expect(engineSettingsFrom(values, ['kubemin']).closedNamespaces).toEqual([
    'kube-system',
    'kube-public',
    'kube-node-lease',
    'monitoring',
    'openshift-*',
    'kubemin',
  ]);
});
