import { applicationWording } from './application.ts';
import { autoscalingWording } from './autoscaling.ts';
import { componentWording } from './component.ts';
import { containersWording } from './containers.ts';
import { environmentWording } from './environment.ts';
import { gatewayWording } from './gateway.ts';
import { healthWording } from './health.ts';
import { ingressWording } from './ingress.ts';
import { policyWording } from './policy.ts';
import { propertiesWording } from './properties.ts';
import { rbacWording } from './rbac.ts';
import { scheduleWording } from './schedule.ts';
import { schedulingWording } from './scheduling.ts';
import { serviceWording } from './service.ts';
import { stepWording } from './step.ts';
import { storageWording } from './storage.ts';
import { under, type Wording, word } from './wording.ts';

/** Words for everything that comes with KubeMin. */
export const builtinWording: Wording = {
  ...applicationWording,
  ...componentWording,
  ...propertiesWording,
  ...storageWording,
  ...environmentWording,
  ...healthWording,
  ...containersWording,
  ...serviceWording,
  ...autoscalingWording,
  ...ingressWording,
  ...gatewayWording,
  ...rbacWording,
  ...policyWording,
  ...schedulingWording,
  'trait.schedule': word(['Schedule', '计划'], ['Runs a job on a schedule.', '按计划运行任务，而不是只运行一次。']),
  ...under('schedule', scheduleWording),
  ...stepWording,
};
