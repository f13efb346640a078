import { queueSettings } from '../rows/queue.ts';
import { workerSettings } from '../rows/worker.ts';
import { workflowSettings } from '../rows/workflow.ts';
import type { SettingValues } from '../setting-values.ts';
import { orderRule, problemWith, type SettingRule } from './setting-rule.ts';

const throughRedis = (values: SettingValues): boolean => values.get(queueSettings.type) === 'redis';
const throughServer = (values: SettingValues): boolean => values.get(queueSettings.type) !== 'noop';

const ONLY_REDIS = [workerSettings.autoclaimIdle, workerSettings.autoclaimCount, workerSettings.maxClaimFailures];

/** What the manual advises about queues. Its own examples do not follow all of it, so these only warn. */
export const queueRules: readonly SettingRule[] = [
  orderRule({
    severity: 'warning',
    shorter: workflowSettings.defaultJobTimeout,
    longer: workerSettings.autoclaimIdle,
    otherwise: 'messages of a consumer that hangs may be taken over while its job still has time',
    when: throughRedis,
  }),
  orderRule({
    severity: 'warning',
    shorter: workerSettings.staleInterval,
    longer: workerSettings.autoclaimIdle,
    otherwise: 'messages of dead consumers wait longer than they have to',
    when: throughRedis,
  }),
  orderRule({
    severity: 'warning',
    shorter: workerSettings.readBlock,
    longer: workerSettings.backoffMax,
    otherwise: 'reads that fail are repeated more often than reads that find nothing',
    when: throughServer,
  }),
  orderRule({
    severity: 'warning',
    shorter: workerSettings.backoffMin,
    longer: workerSettings.backoffMax,
    equal: true,
    otherwise: 'the pause never grows',
    when: throughServer,
  }),
  (values) =>
    values.get(workerSettings.maxReadFailures) > 0 && throughServer(values)
      ? [
          problemWith(values, workerSettings.maxReadFailures, {
            severity: 'warning',
            code: 'SETTING_UNWISE',
            message: 'after that many failed reads this instance reads the queue no more until it is started again',
            fix: 'leave it at 0: pauses grow automatically while the queue is unavailable',
          }),
        ]
      : [],
  (values) =>
    values.get(queueSettings.type) === 'kafka'
      ? ONLY_REDIS.filter((setting) => values.isSet(setting)).map((setting) =>
          problemWith(values, setting, {
            severity: 'warning',
            code: 'SETTING_WITHOUT_EFFECT',
            message: 'Kafka finds dead consumers by their session',
            fix: 'see --msg-kafka-session-timeout',
          }),
        )
      : [],
];
