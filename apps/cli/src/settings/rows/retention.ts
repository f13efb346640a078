import { defineSetting } from '../setting.ts';
import { duration, timeSpan, wholeNumber } from '../setting-types/setting-types.ts';

/** How long what is over is kept. */
export const retentionSettings = {
  keepRunsFor: defineSetting({
    flag: 'retention-keep-runs-for',
    yaml: ['retention.keepRunsFor'],
    type: timeSpan(),
    default: 30 * 24 * 3_600_000,
    doc: {
      en: 'How long a finished run is kept. What an application delivered last, and what came after it, stays longer.',
      zh: '已结束的运行保留多久。应用最近一次交付的内容及其之后的运行保留更久。',
    },
  }),
  keepRuns: defineSetting({
    flag: 'retention-keep-runs',
    yaml: ['retention.keepRuns'],
    type: wholeNumber({ min: 1 }),
    default: 100,
    doc: { en: 'How many finished runs of one application are kept.', zh: '每个应用保留多少次已结束的运行。' },
  }),
  keepAuditFor: defineSetting({
    flag: 'retention-keep-audit-for',
    yaml: ['retention.keepAuditFor'],
    type: timeSpan(),
    default: 365 * 24 * 3_600_000,
    doc: { en: 'How long audit entries are kept.', zh: '谁改了什么的记录保留多久。' },
  }),
  keepTokensFor: defineSetting({
    flag: 'retention-keep-tokens-for',
    yaml: ['retention.keepTokensFor'],
    type: timeSpan(),
    default: 30 * 24 * 3_600_000,
    doc: {
      en: 'How long a token that has expired or was revoked is still listed.',
      zh: '已过期或已吊销的令牌还列出多久。',
    },
  }),
  keepRequestsFor: defineSetting({
    flag: 'retention-keep-requests-for',
    yaml: ['retention.keepRequestsFor'],
    type: timeSpan(),
    default: 24 * 3_600_000,
    doc: {
      en: 'How long responses to requests with an Idempotency-Key are kept.',
      zh: '带 Idempotency-Key 的请求记住多久。',
    },
  }),
  keepLogsFor: defineSetting({
    flag: 'retention-keep-logs-for',
    yaml: ['retention.keepLogsFor'],
    type: timeSpan(0),
    default: 7 * 24 * 3_600_000,
    doc: {
      en: 'How long logs of pods that are gone are kept; `0s` keeps none.',
      zh: '已消失的 Pod 的日志保留多久；`0s` 表示不保留。',
    },
  }),
  keepLogsSize: defineSetting({
    flag: 'retention-keep-logs-size',
    yaml: ['retention.keepLogsSize'],
    type: wholeNumber({ min: 1, max: 1_048_576 }),
    default: 10,
    doc: {
      en: 'Maximum size of the kept logs of one application as stored (compressed), in MiB; the oldest are deleted.',
      zh: '每个应用所保留日志的总大小（压缩后），以 MiB 计；超出时删除最旧的。',
    },
  }),
  keepLogSize: defineSetting({
    flag: 'retention-keep-log-size',
    yaml: ['retention.keepLogSize'],
    type: wholeNumber({ min: 1, max: 16_384 }),
    default: 256,
    doc: {
      en: 'How much of each log is kept, the newest part, in KiB of text.',
      zh: '每份日志保留最新的多少内容，以 KiB 文本计。',
    },
  }),
  interval: defineSetting({
    flag: 'retention-interval',
    yaml: ['retention.interval'],
    type: duration(),
    default: 60_000,
    doc: { en: 'How often expired runs are deleted.', zh: '多久查找一次无需保留的运行。' },
  }),
} as const;
