import { settingFixMessages, settingOrderMessages, settingProblemMessages } from '../../messages/index.ts';
import { eventSettings } from '../rows/events.ts';
import { kafkaSettings } from '../rows/kafka.ts';
import { queueSettings } from '../rows/queue.ts';
import type { Setting } from '../setting.ts';
import type { SettingProblem } from '../setting-problem.ts';
import type { SettingValues } from '../setting-values.ts';
import { orderRule, problemWith, type SettingRule } from './setting-rule.ts';

const throughKafka = (values: SettingValues): boolean => values.get(queueSettings.type) === 'kafka';

function brokersMissing(values: SettingValues, wantedBy: Setting<unknown>): readonly SettingProblem[] {
  if (values.isSet(kafkaSettings.brokers)) return [];
  const message = settingProblemMessages.brokersMissing;
  const fix = settingFixMessages.setBrokers;
  return [problemWith(values, wantedBy, { severity: 'error', code: 'SETTING_MISSING', message, fix })];
}

/** What Kafka needs, and what its client refuses. */
export const kafkaRules: readonly SettingRule[] = [
  (values) => (throughKafka(values) ? brokersMissing(values, queueSettings.type) : []),
  (values) =>
    values.get(eventSettings.kafkaTopic) === undefined ? [] : brokersMissing(values, eventSettings.kafkaTopic),
  orderRule({
    severity: 'error',
    shorter: kafkaSettings.heartbeatInterval,
    longer: kafkaSettings.sessionTimeout,
    otherwise: settingOrderMessages.membersDead,
    when: throughKafka,
  }),
  orderRule({
    severity: 'warning',
    shorter: kafkaSettings.heartbeatInterval,
    longer: kafkaSettings.sessionTimeout,
    equal: true,
    times: 3,
    otherwise: settingOrderMessages.sessionEnds,
    when: (values) =>
      throughKafka(values) && values.get(kafkaSettings.heartbeatInterval) < values.get(kafkaSettings.sessionTimeout),
  }),
  (values) => {
    const rebalance = values.get(kafkaSettings.rebalanceTimeout);
    if (rebalance === undefined || rebalance >= values.get(kafkaSettings.sessionTimeout) || !throughKafka(values)) {
      return [];
    }
    return [
      problemWith(values, kafkaSettings.rebalanceTimeout, {
        severity: 'error',
        code: 'SETTINGS_CONFLICT',
        message: settingProblemMessages.shorterThanSession({ session: values.show(kafkaSettings.sessionTimeout) }),
        fix: settingFixMessages.lengthenRebalance,
      }),
    ];
  },
  (values) => {
    const [user, password] = [kafkaSettings.username, kafkaSettings.password].map((each) => values.get(each) ?? '');
    if ((user === '') === (password === '')) return [];
    const { username, password: secret } = kafkaSettings;
    const [given, missing] = user === '' ? [secret, username] : [username, secret];
    return [
      problemWith(values, given, {
        severity: 'error',
        code: 'SETTING_MISSING',
        message: settingProblemMessages.kafkaCredentials,
        fix: settingFixMessages.setOther({ flag: missing.flag }),
      }),
    ];
  },
];
