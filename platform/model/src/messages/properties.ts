import { defineMessages } from '@kubemin/base/message';

/** Properties of components: updates, jobs and schedules. */
export const propertiesMessages = defineMessages('model.properties', {
  daemonUpdate: { en: 'a daemon runs one version per node', zh: '守护进程在每个节点上只运行一个版本' },
  storeUpdate: { en: 'the copies of a store are replaced one by one', zh: 'store 的副本逐个替换' },
  copiesOrShareFix: {
    en: 'Give a number of copies ("1") or a share of them ("25%").',
    zh: '请给出副本数（“1”）或其比例（“25%”）。',
  },
  copiesOrShare: {
    en: '"{value}" is neither a number of copies nor a share of them.',
    zh: '“{value}”既不是副本数，也不是其比例。',
  },
  manualOrAutomatic: { en: 'Use "manual" or "automatic".', zh: '请使用“manual”或“automatic”。' },
  nothingReplaceable: {
    en: 'With neither an extra nor a missing copy allowed, no copy could be replaced.',
    zh: '既不允许多一个副本，也不允许少一个副本，则无法替换任何副本。',
  },
  nothingReplaceableFix: {
    en: 'Allow at least one extra copy (maxSurge) or one missing copy (maxUnavailable).',
    zh: '请至少允许多一个副本（maxSurge）或少一个副本（maxUnavailable）。',
  },
  daemonSurge: {
    en: 'A daemon is updated either with extra copies or with missing copies: exactly one of the two.',
    zh: '守护进程更新时要么多副本，要么少副本：二者取一。',
  },
  daemonSurgeFix: {
    en: 'Give either maxSurge or maxUnavailable, and at least 1.',
    zh: '请给出 maxSurge 或 maxUnavailable 之一，且至少为 1。',
  },
  jobRestart: {
    en: 'Use "Never" or "OnFailure": a job cannot always be restarted.',
    zh: '请使用“Never”或“OnFailure”：任务不能总是重启。',
  },
  cronFormat: {
    en: 'Give minute, hour, day, month and weekday, such as "30 2 * * 1-5", or "@daily".',
    zh: '请给出分、时、日、月、星期，例如“30 2 * * 1-5”，或“@daily”。',
  },
  timeZoneFormat: {
    en: 'Give a name of the time zone database, such as "Asia/Shanghai" or "Etc/UTC".',
    zh: '请给出时区数据库中的名称，例如“Asia/Shanghai”或“Etc/UTC”。',
  },
  cronInvalid: { en: '"{value}" is not a cron expression.', zh: '“{value}”不是 cron 表达式。' },
  timeZoneInvalid: { en: '"{value}" is not a time zone.', zh: '“{value}”不是时区。' },
  concurrency: {
    en: 'Use "Allow" (side by side), "Forbid" (skip the new one) or "Replace" (end the old one).',
    zh: '请使用“Allow”（并行）、“Forbid”（跳过新的）或“Replace”（结束旧的）。',
  },
});
