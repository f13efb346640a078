import { settingOrderMessages } from '../../messages/index.ts';
import { leaderSettings } from '../rows/leader.ts';
import { workflowSettings } from '../rows/workflow.ts';
import { orderRule, type SettingRule } from './setting-rule.ts';

/** Times the engine relies on. */
export const engineRules: readonly SettingRule[] = [
  orderRule({
    severity: 'error',
    shorter: leaderSettings.renewDeadline,
    longer: leaderSettings.leaseDuration,
    otherwise: settingOrderMessages.twoLeaders,
  }),
  orderRule({
    severity: 'error',
    shorter: leaderSettings.retryPeriod,
    longer: leaderSettings.renewDeadline,
    otherwise: settingOrderMessages.leaderGivesUp,
  }),
  orderRule({
    severity: 'error',
    shorter: workflowSettings.heartbeatInterval,
    longer: workflowSettings.deadAfter,
    equal: true,
    times: 2,
    // A run stops at four fifths of the time, before others may have its work.
    otherwise: settingOrderMessages.runsStopped,
  }),
  orderRule({
    severity: 'warning',
    shorter: workflowSettings.heartbeatInterval,
    longer: workflowSettings.deadAfter,
    equal: true,
    times: 3,
    otherwise: settingOrderMessages.workTaken,
    when: (values) => 2 * values.get(workflowSettings.heartbeatInterval) <= values.get(workflowSettings.deadAfter),
  }),
  orderRule({
    severity: 'warning',
    shorter: workflowSettings.retryMin,
    longer: workflowSettings.retryMax,
    equal: true,
    otherwise: settingOrderMessages.retriesNeverSlow,
  }),
];
