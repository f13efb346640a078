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
      en: 'Whether an instance that loses leadership exits with an error, so that its supervisor restarts it; otherwise it continues as a follower. Has no effect with SQLite, which has one instance.',
      zh: '曾为领导者而失去领导权的实例是否以错误结束，由监管者重新启动；否则作为跟随者继续。与只有一个实例的 SQLite 无关。',
    },
  }),
  leaseDuration: defineSetting({
    flag: 'leader-lease-duration',
    yaml: ['leader.leaseDuration'],
    type: duration(),
    default: 15_000,
    doc: { en: 'How long an instance stays leader without renewing its lease.', zh: '实例不续期可担任领导者的时长。' },
  }),
  renewDeadline: defineSetting({
    flag: 'leader-renew-deadline',
    yaml: ['leader.renewDeadline'],
    type: duration(),
    default: 10_000,
    doc: {
      en: 'A leader that cannot renew for this long stops acting as leader; less than `--leader-lease-duration`.',
      zh: '领导者超过此时间未能续期便不再以领导者身份行事；须小于 `--leader-lease-duration`。',
    },
  }),
  retryPeriod: defineSetting({
    flag: 'leader-retry-period',
    yaml: ['leader.retryPeriod'],
    type: duration(),
    default: 2_000,
    doc: {
      en: 'How often a leader renews and others check for a leader; less than `--leader-renew-deadline`.',
      zh: '领导者多久续期一次，其他实例多久查看一次；须小于 `--leader-renew-deadline`。',
    },
  }),
  replicaCheckInterval: defineSetting({
    flag: 'leader-replica-check-interval',
    yaml: ['leader.replicaCheckInterval'],
    type: duration(),
    default: 30_000,
    doc: {
      en: 'How often instances are counted to decide which of them execute: with three or more, the leader only dispatches.',
      zh: '多久清点一次实例以决定由谁执行：达到三个起，领导者只负责分派。',
    },
  }),
} as const;
