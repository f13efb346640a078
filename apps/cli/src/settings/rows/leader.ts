import { defineSetting } from '../setting.ts';
import { duration } from '../setting-types/duration.ts';
import { onOff } from '../setting-types/switch.ts';

/** How instances agree on one that dispatches. */
export const leaderSettings = {
  exitOnLostLeader: defineSetting({
    flag: 'exit-on-lost-leader',
    yaml: ['leader.exitOnLost'],
    type: onOff(),
    default: true,
    doc: 'Whether an instance that led and lost that ends with an error, for whatever supervises it to start again; otherwise it goes on as a follower. Does not concern SQLite, which has one instance.',
  }),
  leaseDuration: defineSetting({
    flag: 'leader-lease-duration',
    yaml: ['leader.leaseDuration'],
    type: duration(),
    default: 15_000,
    doc: 'How long an instance leads without renewing.',
  }),
  renewDeadline: defineSetting({
    flag: 'leader-renew-deadline',
    yaml: ['leader.renewDeadline'],
    type: duration(),
    default: 10_000,
    doc: 'A leader that could not renew for so long acts as one no more; less than `--leader-lease-duration`.',
  }),
  retryPeriod: defineSetting({
    flag: 'leader-retry-period',
    yaml: ['leader.retryPeriod'],
    type: duration(),
    default: 2_000,
    doc: 'How often a leader renews, and others look whether there is one; less than `--leader-renew-deadline`.',
  }),
  replicaCheckInterval: defineSetting({
    flag: 'leader-replica-check-interval',
    yaml: ['leader.replicaCheckInterval'],
    type: duration(),
    default: 30_000,
    doc: 'How often instances are counted to know which of them execute: from three on, the leader only dispatches.',
  }),
} as const;
