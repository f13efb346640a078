import { settingValueMessages } from '../../messages/index.ts';
import { defineSetting } from '../setting.ts';
import { secret, text } from '../setting-types/setting-types.ts';

/** Where the transitions of runs are published to. */
export const eventSettings = {
  webhookUrl: defineSetting<string | undefined>({
    flag: 'events-webhook-url',
    yaml: ['events.webhookURL'],
    type: text({
      expected: settingValueMessages.httpAddress,
      example: 'https://hooks.example.org/kubemin',
      pattern: /^https?:\/\/[^\s@]+$/,
    }),
    default: undefined,
    doc: {
      en: 'URL that receives a POST for every transition of every run. A private address must be in `--outbound-allow-hosts`.',
      zh: '每次运行的每个状态变化都会发送（POST）到此地址。私有地址须列入 `--outbound-allow-hosts`。',
    },
  }),
  webhookSecret: defineSetting<string | undefined>({
    flag: 'events-webhook-secret',
    yaml: ['events.webhookSecret'],
    type: secret(),
    default: undefined,
    doc: {
      en: 'Secret that signs those requests. Other users of the machine can see flags; prefer the variable.',
      zh: '用于给这些请求签名的密钥。本机其他人可以看到选项；建议使用环境变量。',
    },
  }),
  kafkaTopic: defineSetting<string | undefined>({
    flag: 'events-kafka-topic',
    yaml: ['events.kafkaTopic'],
    type: text({ expected: settingValueMessages.topic, example: 'kubemin.run-events', pattern: /^[\w.-]{1,249}$/ }),
    default: undefined,
    doc: {
      en: 'Kafka topic at `--msg-kafka-brokers` that receives every transition of every run, independent of the queue. Created if missing.',
      zh: '每次运行的每个状态变化都会写入此主题（位于 `--msg-kafka-brokers` 的 Kafka，与所用队列无关）。缺少时自动创建。',
    },
  }),
} as const;
