import { defineSetting } from '../setting.ts';
import { secret, text } from '../setting-types/text.ts';

/** Where the transitions of runs are published to. */
export const eventSettings = {
  webhookUrl: defineSetting<string | undefined>({
    flag: 'events-webhook-url',
    yaml: ['events.webhookURL'],
    type: text({
      expected: 'an http or https address',
      example: 'https://hooks.example.org/kubemin',
      pattern: /^https?:\/\/[^\s@]+$/,
    }),
    default: undefined,
    doc: 'Address that every transition of every run is posted to. A private one has to be in `--outbound-allow-hosts`.',
  }),
  webhookSecret: defineSetting<string | undefined>({
    flag: 'events-webhook-secret',
    yaml: ['events.webhookSecret'],
    type: secret(),
    default: undefined,
    doc: 'What signs those posts. Others on the machine can see flags; prefer the variable.',
  }),
  kafkaTopic: defineSetting<string | undefined>({
    flag: 'events-kafka-topic',
    yaml: ['events.kafkaTopic'],
    type: text({ expected: 'the name of a topic', example: 'kubemin.run-events', pattern: /^[\w.-]{1,249}$/ }),
    default: undefined,
    doc: 'Topic that every transition of every run is written to, of the Kafka at `--msg-kafka-brokers`, whatever the queue is. Made when it is missing.',
  }),
} as const;
