import { leaderSettings } from '../rows/leader.ts';
import { workflowSettings } from '../rows/workflow.ts';
import { orderRule, type SettingRule } from './setting-rule.ts';

/** Times the engine relies on. */
export const engineRules: readonly SettingRule[] = [
  orderRule({
    severity: 'error',
    shorter: leaderSettings.renewDeadline,
    longer: leaderSettings.leaseDuration,
    otherwise: 'two instances could lead at once',
  }),
  orderRule({
    severity: 'error',
    shorter: leaderSettings.retryPeriod,
    longer: leaderSettings.renewDeadline,
    otherwise: 'a leader gives up before it tries again',
  }),
  orderRule({
    severity: 'error',
    shorter: workflowSettings.heartbeatInterval,
    longer: workflowSettings.deadAfter,
    equal: true,
    times: 2,
    // A run stops at four fifths of the time, before others may have its work.
    otherwise: 'runs are stopped between two heartbeats',
  }),
  orderRule({
    severity: 'warning',
    shorter: workflowSettings.heartbeatInterval,
    longer: workflowSettings.deadAfter,
    equal: true,
    times: 3,
    otherwise: 'a pause of the machine is enough for work to be taken from an instance that lives',
    when: (values) => 2 * values.get(workflowSettings.heartbeatInterval) <= values.get(workflowSettings.deadAfter),
  }),
  orderRule({
    severity: 'warning',
    shorter: workflowSettings.retryMin,
    longer: workflowSettings.retryMax,
    equal: true,
    otherwise: 'the pause between tries never grows',
  }),
];
