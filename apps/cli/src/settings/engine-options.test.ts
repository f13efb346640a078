import {
  DEFAULT_ENGINE_SETTINGS,
  DEFAULT_KAFKA_QUEUE_SETTINGS,
  DEFAULT_QUEUE_SETTINGS,
  DEFAULT_REDIS_QUEUE_SETTINGS,
} from '@kubemin/engine';
import { expect, test } from 'vitest';
import {
  engineSettingsFrom,
  kafkaSettingsFrom,
  queueSettingsFrom,
  redisSettingsFrom,
  renderSettingsFrom,
} from './engine-options.ts';
import { read } from './test-support/read.ts';

test('the defaults of the table are those of the engine', () => {
  const { values } = read({});
  const { takeOver: _, ...engine } = DEFAULT_ENGINE_SETTINGS;
  // The engine alone has a submitter with all rights; callers of the platform have fewer. Its renderer decides on routes.
  expect(engineSettingsFrom(values)).toEqual({ ...engine, restrictUses: true, gateway: { target: 'auto' } });
  expect(queueSettingsFrom(values)).toEqual(DEFAULT_QUEUE_SETTINGS);
  expect(DEFAULT_REDIS_QUEUE_SETTINGS).toMatchObject(redisSettingsFrom(values));
  const { brokers, ...kafka } = kafkaSettingsFrom(values);
  expect(brokers).toEqual([]);
  expect(DEFAULT_KAFKA_QUEUE_SETTINGS).toMatchObject(kafka);
});

test('gateways of the settings are those of the engine, and the preferred one is rendered without a cluster', () => {
  const set = {
    KUBEMIN_GATEWAY_PARENT: 'infra/edge',
    KUBEMIN_GATEWAY_ISTIO: 'a,b/c',
    KUBEMIN_GATEWAY_INGRESS_CLASS: 'nginx',
  };
  const { values } = read({ env: set });
  const parent = { name: 'edge', namespace: 'infra' };
  expect(engineSettingsFrom(values).gateway).toEqual({
    target: 'auto',
    ingress: { className: 'nginx' },
    gatewayApi: { parent },
    istio: { gateways: ['a', 'b/c'] },
  });
  expect(renderSettingsFrom(values).gateway).toEqual({ target: 'gateway-api', parent });
  const istio = read({ env: { ...set, KUBEMIN_GATEWAY_TARGET: 'istio' } });
  expect(renderSettingsFrom(istio.values).gateway).toEqual({ target: 'istio', gateways: ['a', 'b/c'] });
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
