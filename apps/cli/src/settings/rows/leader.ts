import { defineSetting } from '../setting.ts';
import { duration, onOff } from '../setting-types/setting-types.ts';

/** How instances agree on one that dispatches. */
export const leaderSettings = {
  exitOnLostLeader: defineSetting({
    flag: 'exit-on-lost-leader',
    yaml: ['leader.exitOnLost'],
    type: onOff(),
    default: true,
    doc: {
      en: 'Whether an instance that led and lost that ends with an error, for whatever supervises it to start again; otherwise it goes on as a follower. Does not concern SQLite, which has one instance.',
      zh: '曾为领导者而失去领导权的实例是否以错误结束，由监管者重新启动；否则作为跟随者继续。与只有一个实例的 SQLite 无关。',
    },
  }),
  leaseDuration: defineSetting({
    flag: 'leader-lease-duration',
    yaml: ['leader.leaseDuration'],
    type: duration(),
    default: 15_000,
    doc: { en: 'How long an instance leads without renewing.', zh: '实例不续期可担任领导者的时长。' },
  }),
  renewDeadline: defineSetting({
    flag: 'leader-renew-deadline',
    yaml: ['leader.renewDeadline'],
    type: duration(),
    default: 10_000,
    doc: {
      en: 'A leader that could not renew for so long acts as one no more; less than `--leader-lease-duration`.',
      zh: '领导者超过此时间未能续期便不再以领导者身份行事；须小于 `--leader-lease-duration`。',
    },
  }),
  retryPeriod: defineSetting({
    flag: 'leader-retry-period',
    yaml: ['leader.retryPeriod'],
    type: duration(),
    default: 2_000,
    doc: {
      en: 'How often a leader renews, and others look whether there is one; less than `--leader-renew-deadline`.',
      zh: '领导者多久续期一次，其他实例多久查看一次；须小于 `--leader-renew-deadline`。',
    },
  }),
  replicaCheckInterval: defineSetting({
    flag: 'leader-replica-check-interval',
    yaml: ['leader.replicaCheckInterval'],
    type: duration(),
    default: 30_000,
    doc: {
      en: 'How often instances are counted to know which of them execute: from three on, the leader only dispatches.',
      zh: '多久清点一次实例以决定由谁执行：达到三个起，领导者只负责分派。',
    },
  }),
} as const;
