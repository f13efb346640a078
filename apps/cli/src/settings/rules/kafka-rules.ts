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
  const message = 'Kafka needs to be found: no brokers are named';
  const fix = 'set --msg-kafka-brokers host:9092,host:9092';
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
    otherwise: 'every member is taken for dead',
    when: throughKafka,
  }),
  orderRule({
    severity: 'warning',
    shorter: kafkaSettings.heartbeatInterval,
    longer: kafkaSettings.sessionTimeout,
    equal: true,
    times: 3,
    otherwise: 'a single late heartbeat may end a session',
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
        message: `it is shorter than the session (${values.show(kafkaSettings.sessionTimeout)})`,
        fix: 'leave it out, or make it at least as long as --msg-kafka-session-timeout',
      }),
    ];
  },
  (values) => {
    const [user, password] = [kafkaSettings.username, kafkaSettings.password].map((each) => values.get(each) ?? '');
    if ((user === '') === (password === '')) return [];
    const given = user === '' ? kafkaSettings.password : kafkaSettings.username;
    return [
      problemWith(values, given, {
        severity: 'error',
        code: 'SETTING_MISSING',
        message: 'Kafka takes a user name and a password together',
        fix: `set --${user === '' ? kafkaSettings.username.flag : kafkaSettings.password.flag} too`,
      }),
    ];
  },
];
