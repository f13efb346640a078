import type { TriggerType } from '../trigger-resource.ts';
import type { TriggerSource } from '../trigger-source.ts';
import { cronSource } from './cron-source.ts';
import { fileSource } from './file-source.ts';
import { kafkaSource } from './kafka-source.ts';
import { objectSource } from './object-source.ts';
import { redisSource } from './redis-source.ts';

/** The sources of events, by the types of triggers. Requests of webhooks come from outside: they have no source. */
export const triggerSources: Readonly<Record<Exclude<TriggerType, 'webhook'>, TriggerSource>> = {
  file: fileSource,
  cron: cronSource,
  object: objectSource,
  redisStream: redisSource,
  kafka: kafkaSource,
};
