import { accessSettings } from './rows/access.ts';
import { clusterSettings } from './rows/cluster.ts';
import { databaseSettings } from './rows/database.ts';
import { eventSettings } from './rows/events.ts';
import { jobSettings } from './rows/jobs.ts';
import { kafkaSettings } from './rows/kafka.ts';
import { leaderSettings } from './rows/leader.ts';
import { queueSettings } from './rows/queue.ts';
import { redisSettings } from './rows/redis.ts';
import { retentionSettings } from './rows/retention.ts';
import { retiredSettings } from './rows/retired.ts';
import { serverSettings } from './rows/server.ts';
import { workerSettings } from './rows/worker.ts';
import { workflowSettings } from './rows/workflow.ts';
import type { Setting, SettingsCommand } from './setting.ts';

/** Settings that belong together, under a title. */
export interface SettingGroup {
  readonly title: string;
  readonly settings: readonly Setting<unknown>[];
}

/** Every setting there is. Flags, variables, configuration files, help and documentation all come from here. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  { title: 'Server', settings: Object.values(serverSettings) },
  { title: 'Access', settings: Object.values(accessSettings) },
  { title: 'Cluster', settings: Object.values(clusterSettings) },
  { title: 'Database', settings: Object.values(databaseSettings) },
  { title: 'Workflows', settings: Object.values(workflowSettings) },
  { title: "Users' code", settings: Object.values(jobSettings) },
  { title: 'Retention', settings: Object.values(retentionSettings) },
  { title: 'Leader', settings: Object.values(leaderSettings) },
  { title: 'Queue', settings: Object.values(queueSettings) },
  { title: 'Redis', settings: Object.values(redisSettings) },
  { title: 'Kafka', settings: Object.values(kafkaSettings) },
  { title: 'Publication of events', settings: Object.values(eventSettings) },
  { title: 'Workers of the queue', settings: Object.values(workerSettings) },
  { title: 'Without effect', settings: retiredSettings },
];

/** The same without their groups. */
export const ALL_SETTINGS: readonly Setting<unknown>[] = SETTING_GROUPS.flatMap(({ settings }) => settings);

/** What a command takes as flags. */
export function settingGroupsOf(command: SettingsCommand): readonly SettingGroup[] {
  return SETTING_GROUPS.map(({ title, settings }) => ({
    title,
    settings: settings.filter(({ only }) => only === undefined || only === command),
  }));
}
