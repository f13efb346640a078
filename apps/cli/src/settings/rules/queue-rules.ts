import { settingFixMessages, settingOrderMessages, settingProblemMessages } from '../../messages/index.ts';
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
    otherwise: settingOrderMessages.jobTakenOver,
    when: throughRedis,
  }),
  orderRule({
    severity: 'warning',
    shorter: workerSettings.staleInterval,
    longer: workerSettings.autoclaimIdle,
    otherwise: settingOrderMessages.staleTooLate,
    when: throughRedis,
  }),
  orderRule({
    severity: 'warning',
    shorter: workerSettings.readBlock,
    longer: workerSettings.backoffMax,
    otherwise: settingOrderMessages.failedReadsFaster,
    when: throughServer,
  }),
  orderRule({
    severity: 'warning',
    shorter: workerSettings.backoffMin,
    longer: workerSettings.backoffMax,
    equal: true,
    otherwise: settingOrderMessages.pauseNeverGrows,
    when: throughServer,
  }),
  (values) =>
    values.get(workerSettings.maxReadFailures) > 0 && throughServer(values)
      ? [
          problemWith(values, workerSettings.maxReadFailures, {
            severity: 'warning',
            code: 'SETTING_UNWISE',
            message: settingProblemMessages.readFailureLimit,
            fix: settingFixMessages.keepReading,
          }),
        ]
      : [],
  (values) =>
    values.get(queueSettings.type) === 'kafka'
      ? ONLY_REDIS.filter((setting) => values.isSet(setting)).map((setting) =>
          problemWith(values, setting, {
            severity: 'warning',
            code: 'SETTING_WITHOUT_EFFECT',
            message: settingProblemMessages.kafkaSessions,
            fix: settingFixMessages.seeSessionTimeout,
          }),
        )
      : [],
];
