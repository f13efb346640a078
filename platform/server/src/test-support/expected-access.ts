import type { Role } from '@kubemin/client';
import { webservice } from './documents.ts';

/** What a request of the table is about. */
export interface TableSubject {
  readonly project: string;
  readonly appId: string;
  readonly workflowId: string;
  readonly taskId: string;
}

/** Which callers are expected to be admitted to a route, and the status they get. Repeated here by hand on purpose. */
export interface ExpectedAccess {
  /**
   * `public`: without a token too; `known`: callers with a token that may read; a role: callers who have it in the
   * project; `platform-…`: callers who have it everywhere.
   */
  readonly needs: 'public' | 'known' | Role | `platform-${Role}`;
  /** Of an admitted caller. Bodies are invalid on purpose unless given, so that nothing changes: 400 is past admission. */
  readonly status: number;
  /** Of a caller who may not read the project. @default 404, as if it did not exist */
  readonly outside?: number;
  /** A caller who may do it nowhere gets that error, whatever is requested. */
  readonly early?: true;
  readonly query?: string;
  /** Of the path, beyond those of the subject. @default 7 */
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: (subject: TableSubject) => string;
}

const documentIn = ({ project }: TableSubject): string =>
  JSON.stringify({ name: 'shop', project, component: [webservice('web')] });

/** One line for each route of the contract; the test fails for a route that has none. */
export const expectedAccess: Readonly<Record<string, ExpectedAccess>> = {
  health: { needs: 'public', status: 200 },
  readiness: { needs: 'public', status: 503 },
  healthAlias: { needs: 'public', status: 200 },
  readinessAlias: { needs: 'public', status: 503 },
  apiDescription: { needs: 'public', status: 200 },
  metrics: { needs: 'public', status: 200 },

  listApplications: { needs: 'known', status: 200 },
  saveApplication: { needs: 'deployer', status: 200, outside: 403, body: documentIn },
  tryApplication: { needs: 'known', status: 200, body: documentIn },
  getApplication: { needs: 'viewer', status: 200 },
  listComponents: { needs: 'viewer', status: 200 },
  templateParameters: { needs: 'viewer', status: 200 },
  listRevisions: { needs: 'viewer', status: 200 },
  getRevision: { needs: 'viewer', status: 200, params: { revision: '1' } },
  diffRevisions: { needs: 'viewer', status: 200, params: { revision: '1', other: '1' } },
  applicationManifests: { needs: 'viewer', status: 200 },
  renderDocument: { needs: 'viewer', status: 200, outside: 403, body: documentIn },
  planDocument: { needs: 'deployer', status: 200, outside: 403, body: documentIn },
  planApplication: { needs: 'deployer', status: 400 },
  patchApplication: { needs: 'deployer', status: 400 },
  updateVersion: { needs: 'deployer', status: 400 },
  promoteVersion: { needs: 'operator', status: 400 },
  abortVersion: { needs: 'operator', status: 400 },
  listWorkflows: { needs: 'viewer', status: 200 },
  tryWorkflow: { needs: 'viewer', status: 400 },
  putWorkflow: { needs: 'deployer', status: 400 },
  deleteWorkflow: { needs: 'deployer', status: 404, params: { workflowId: '7' } },
  listTasks: { needs: 'viewer', status: 200 },
  execWorkflow: { needs: 'deployer', status: 400 },
  cancelWorkflow: { needs: 'deployer', status: 400 },
  rollbackApplication: { needs: 'deployer', status: 400 },
  scaleApplication: { needs: 'operator', status: 400 },
  restartApplication: { needs: 'operator', status: 400 },
  cleanUpApplication: { needs: 'operator', status: 400, query: '?keepPvc=perhaps' },
  deleteApplication: { needs: 'operator', status: 400, query: '?keepPvc=perhaps' },

  listTemplates: { needs: 'known', status: 200 },
  listProfiles: { needs: 'known', status: 200 },
  getProfile: { needs: 'known', status: 404, params: { kind: 'rbac' } },
  putProfile: { needs: 'platform-admin', status: 400, params: { kind: 'rbac' } },
  deleteProfile: { needs: 'platform-admin', status: 404, params: { kind: 'rbac' } },
  listProjects: { needs: 'known', status: 200 },
  getProject: { needs: 'viewer', status: 200 },
  bindProject: { needs: 'platform-admin', status: 400 },
  unbindProject: { needs: 'platform-admin', status: 404 },
  listPlugins: { needs: 'known', status: 200 },
  applicationSchema: { needs: 'known', status: 200 },
  applicationForm: { needs: 'known', status: 200 },

  listRuns: { needs: 'known', status: 200 },
  execById: {
    needs: 'deployer',
    status: 200,
    early: true,
    body: ({ workflowId }) => JSON.stringify({ workflowId }),
  },
  cancelById: { needs: 'deployer', status: 409, early: true, body: ({ taskId }) => JSON.stringify({ taskId }) },
  listJobs: { needs: 'viewer', status: 200 },
  taskStatus: { needs: 'viewer', status: 200 },
  taskEvents: { needs: 'viewer', status: 200 },
  jobLog: { needs: 'viewer', status: 404 },
  retryTask: { needs: 'deployer', status: 400 },
  decideTask: { needs: 'operator', status: 400 },
  liveEvents: { needs: 'known', status: 200, query: '?topics=applications' },

  metricsSummary: { needs: 'known', status: 200 },
  metricsSeries: { needs: 'known', status: 200 },
  metricsQueue: { needs: 'known', status: 200 },
  metricsWorkers: { needs: 'known', status: 200 },

  listClusters: { needs: 'known', status: 200 },
  registerCluster: { needs: 'platform-admin', status: 400 },
  getCluster: { needs: 'platform-admin', status: 404 },
  replaceCluster: { needs: 'platform-admin', status: 400 },
  checkCluster: { needs: 'platform-admin', status: 404 },
  removeCluster: { needs: 'platform-admin', status: 404 },
  cordonNode: { needs: 'platform-admin', status: 404 },
  uncordonNode: { needs: 'platform-admin', status: 404 },
  drainNode: { needs: 'platform-admin', status: 404, body: () => '{}' },
  clusterKinds: { needs: 'platform-admin', status: 404 },
  newestEvents: { needs: 'platform-admin', status: 404 },
  clusterObjects: { needs: 'platform-admin', status: 404 },
  clusterObject: { needs: 'platform-admin', status: 404 },
  listFunctions: { needs: 'platform-admin', status: 404 },
  getFunction: { needs: 'platform-admin', status: 404 },
  putFunction: { needs: 'platform-admin', status: 400 },
  deleteFunction: { needs: 'platform-admin', status: 404 },
  scaleFunction: { needs: 'platform-admin', status: 404, body: () => '{}' },
  callFunction: { needs: 'platform-admin', status: 404, body: () => '{}' },
  functionLogs: { needs: 'platform-admin', status: 404 },
  getFunctionWorkflow: { needs: 'platform-admin', status: 404 },
  startFunctionRun: { needs: 'platform-admin', status: 404, body: () => '{}' },
  getFunctionRun: { needs: 'platform-admin', status: 404 },
  clusterNodes: { needs: 'known', status: 404 },
  podEvents: { needs: 'viewer', status: 422 },
  applicationPods: { needs: 'viewer', status: 422 },
  deletePod: { needs: 'operator', status: 422 },
  clusterEvents: { needs: 'viewer', status: 422 },
  followClusterEvents: { needs: 'viewer', status: 422 },
  applicationUsage: { needs: 'viewer', status: 422 },
  applicationLogs: { needs: 'viewer', status: 422 },
  followLogs: { needs: 'viewer', status: 422 },
  execInPod: { needs: 'exec', status: 426 },
  attachToPod: { needs: 'exec', status: 426 },
  debugPod: { needs: 'exec', status: 400, body: () => '{"image": ""}' },
  forwardPort: { needs: 'exec', status: 426 },
  clusterUsage: { needs: 'known', status: 404 },
  clusterPodUsage: { needs: 'known', status: 404 },
  clusterServices: { needs: 'known', status: 404 },
  clusterPods: { needs: 'known', status: 404 },
  clusterCapacity: { needs: 'known', status: 404 },
  scrapeTargets: { needs: 'known', status: 404, query: '?role=pod' },

  createLoginCode: { needs: 'known', status: 200 },
  login: { needs: 'public', status: 400 },
  whoami: { needs: 'known', status: 200 },
  listTokens: { needs: 'known', status: 200 },
  createToken: { needs: 'known', status: 400 },
  revokeToken: { needs: 'known', status: 404 },
  listUsers: { needs: 'platform-admin', status: 200 },
  createUser: { needs: 'platform-admin', status: 400 },
  getUser: { needs: 'platform-admin', status: 404 },
  changeUser: { needs: 'platform-admin', status: 400 },
  removeUser: { needs: 'platform-admin', status: 404 },
  exportApplications: { needs: 'platform-admin', status: 400 },
  importApplications: { needs: 'platform-admin', status: 400 },
  listAudit: { needs: 'platform-admin', status: 200 },
};
