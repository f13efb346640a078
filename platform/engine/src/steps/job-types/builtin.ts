import type { JobType } from '../../task/index.ts';
import {
  autoscalerDeploy,
  clusterRoleBindingDeploy,
  clusterRoleDeploy,
  configMapDeploy,
  httpRouteDeploy,
  ingressDeploy,
  roleBindingDeploy,
  roleDeploy,
  secretDeploy,
  serviceAccountDeploy,
  serviceDeploy,
  storePvcDeploy,
  virtualServiceDeploy,
} from './object-jobs.ts';
import { cronDeploy, daemonDeploy, deploy, jobRun, storeDeploy } from './workload-job.ts';

/** The job types that come with the engine. Their order is that of a component's jobs inside a bucket. */
export const builtinJobTypes: readonly JobType[] = [
  configMapDeploy,
  secretDeploy,
  storePvcDeploy,
  serviceAccountDeploy,
  roleDeploy,
  roleBindingDeploy,
  clusterRoleDeploy,
  clusterRoleBindingDeploy,
  ingressDeploy,
  httpRouteDeploy,
  virtualServiceDeploy,
  deploy,
  storeDeploy,
  daemonDeploy,
  jobRun,
  cronDeploy,
  serviceDeploy,
  autoscalerDeploy,
];
