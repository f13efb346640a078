import type { JobType } from '../job-type.ts';
import { autoscalerDeploy } from './autoscaler-deploy.ts';
import { clusterRoleBindingDeploy } from './cluster-role-binding-deploy.ts';
import { clusterRoleDeploy } from './cluster-role-deploy.ts';
import { configMapDeploy } from './configmap-deploy.ts';
import { cronDeploy } from './cron-deploy.ts';
import { daemonDeploy } from './daemon-deploy.ts';
import { deploy } from './deploy.ts';
import { httpRouteDeploy } from './http-route-deploy.ts';
import { ingressDeploy } from './ingress-deploy.ts';
import { jobRun } from './job-run.ts';
import { roleBindingDeploy } from './role-binding-deploy.ts';
import { roleDeploy } from './role-deploy.ts';
import { secretDeploy } from './secret-deploy.ts';
import { serviceAccountDeploy } from './service-account-deploy.ts';
import { serviceDeploy } from './service-deploy.ts';
import { storeDeploy } from './store-deploy.ts';
import { storePvcDeploy } from './store-pvc-deploy.ts';
import { virtualServiceDeploy } from './virtual-service-deploy.ts';

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
