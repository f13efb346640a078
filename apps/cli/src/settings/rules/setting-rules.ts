import { engineRules } from './engine-rules.ts';
import { kafkaRules } from './kafka-rules.ts';
import { queueRules } from './queue-rules.ts';
import { serverRules } from './server-rules.ts';
import type { SettingRule } from './setting-rule.ts';

/** Everything that is said about settings together. */
export const settingRules: readonly SettingRule[] = [...serverRules, ...engineRules, ...queueRules, ...kafkaRules];
