import type { Text } from '@kubemin/model';
import { accessSettings } from './rows/access.ts';
import { clusterSettings } from './rows/cluster.ts';
import { databaseSettings } from './rows/database.ts';
import { eventSettings } from './rows/events.ts';
import { functionSettings } from './rows/functions.ts';
import { gatewaySettings } from './rows/gateway.ts';
import { jobSettings } from './rows/jobs.ts';
import { kafkaSettings } from './rows/kafka.ts';
import { leaderSettings } from './rows/leader.ts';
import { pluginSettings } from './rows/plugins.ts';
import { queueSettings } from './rows/queue.ts';
import { redisSettings } from './rows/redis.ts';
import { retentionSettings } from './rows/retention.ts';
import { retiredSettings } from './rows/retired.ts';
import { serverSettings } from './rows/server.ts';
import { streamSettings } from './rows/streams.ts';
import { tenancySettings } from './rows/tenancy.ts';
import { workerSettings } from './rows/worker.ts';
import { workflowSettings } from './rows/workflow.ts';
import type { Setting, SettingsCommand } from './setting.ts';

/** Settings that belong together, under a title. */
export interface SettingGroup {
  readonly title: Text;
  readonly settings: readonly Setting<unknown>[];
}

/** Every setting there is. Flags, variables, configuration files, help and documentation all come from here. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  { title: { en: 'Server', zh: '服务器' }, settings: Object.values(serverSettings) },
  { title: { en: 'Access', zh: '访问' }, settings: Object.values(accessSettings) },
  { title: { en: 'Logs and sessions of pods', zh: 'Pod 的日志与会话' }, settings: Object.values(streamSettings) },
  { title: { en: 'Cluster', zh: '集群' }, settings: Object.values(clusterSettings) },
  { title: { en: 'Database', zh: '数据库' }, settings: Object.values(databaseSettings) },
  { title: { en: 'Workflows', zh: '工作流' }, settings: Object.values(workflowSettings) },
  { title: { en: 'Gateways', zh: '网关' }, settings: Object.values(gatewaySettings) },
  { title: { en: "Users' code", zh: '用户代码' }, settings: Object.values(jobSettings) },
  { title: { en: 'Functions', zh: '函数' }, settings: Object.values(functionSettings) },
  { title: { en: 'Plug-ins', zh: '插件' }, settings: Object.values(pluginSettings) },
  { title: { en: 'Projects', zh: '项目' }, settings: Object.values(tenancySettings) },
  { title: { en: 'Retention', zh: '保留' }, settings: Object.values(retentionSettings) },
  { title: { en: 'Leader', zh: '领导者' }, settings: Object.values(leaderSettings) },
  { title: { en: 'Queue', zh: '队列' }, settings: Object.values(queueSettings) },
  { title: { en: 'Redis', zh: 'Redis 连接' }, settings: Object.values(redisSettings) },
  { title: { en: 'Kafka', zh: 'Kafka 连接' }, settings: Object.values(kafkaSettings) },
  { title: { en: 'Publication of events', zh: '事件发布' }, settings: Object.values(eventSettings) },
  { title: { en: 'Workers of the queue', zh: '队列执行者' }, settings: Object.values(workerSettings) },
  { title: { en: 'Without effect', zh: '不起作用' }, settings: retiredSettings },
];

/** The same without their groups. */
export const ALL_SETTINGS: readonly Setting<unknown>[] = SETTING_GROUPS.flatMap(({ settings }) => settings);

/** What a command takes as flags. */
export function settingGroupsFor(command: SettingsCommand): readonly SettingGroup[] {
  return SETTING_GROUPS.map(({ title, settings }) => ({
    title,
    settings: settings.filter(({ only }) => only === undefined || only === command),
  }));
}
