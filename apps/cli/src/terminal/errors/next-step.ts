import { KubeminError, ownEntry, ProgrammingError, RetryableError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import type { ErrorName } from '@kubemin/client';
import { PlatformError } from '@kubemin/client/error';
import { nextStepMessages } from '../../messages/index.ts';
import { CliError } from './cli-error.ts';

type Step = Extract<keyof typeof nextStepMessages, string>;

/** Hints for every error of the REST API; an error without one does not compile. */
export const STEP_BY_NAME: Readonly<Record<ErrorName | 'UNREACHABLE' | 'REDIRECTED' | 'UNEXPECTED_ANSWER', Step>> = {
  BAD_REQUEST: 'fixRequest',
  UNAUTHENTICATED: 'signIn',
  FORBIDDEN: 'askForRole',
  NOT_FOUND: 'sameVersion',
  METHOD_NOT_ALLOWED: 'sameVersion',
  UPGRADE_REQUIRED: 'sameVersion',
  ORIGIN_REFUSED: 'fixRequest',
  POD_NOT_FOUND: 'listPods',
  CONTAINER_NOT_FOUND: 'listPods',
  CONTAINER_NOT_RUNNING: 'listPods',
  LOG_NOT_FOUND: 'listPods',
  METRICS_UNAVAILABLE: 'installMetrics',
  TOO_MANY_STREAMS: 'waitAWhile',
  DEBUG_UNSUPPORTED: 'listPods',
  CLUSTER_FORBIDS: 'grantInCluster',
  CLUSTER_REFUSED: 'fixRequest',
  REQUEST_TIMEOUT: 'tryAgain',
  RATE_LIMITED: 'waitAWhile',
  BODY_TOO_LARGE: 'sendLess',
  INTERNAL: 'seeServer',
  UNAVAILABLE: 'seeServer',
  BODY_UNREADABLE: 'fixDocument',
  IMAGE_MISSING: 'fixDocument',
  APPLICATION_NAME_TAKEN: 'chooseAppName',
  APPLICATION_NOT_FOUND: 'listApps',
  TEMPLATE_NOT_ENABLED: 'listTemplates',
  TEMPLATE_EMPTY: 'listTemplates',
  TEMPLATE_TARGET_INVALID: 'listTemplates',
  INVALID_UPDATE_STRATEGY: 'fixRequest',
  COMPONENT_NOT_FOUND: 'listComponents',
  NOTHING_TO_UPDATE: 'fixRequest',
  COMPONENT_EXISTS: 'listComponents',
  INVALID_COMPONENT_ACTION: 'fixRequest',
  REVISION_NOT_FOUND: 'listRevisions',
  OPERATION_REFUSED: 'listComponents',
  APPLICATION_DELETING: 'waitForDeletion',
  REVISION_CONFLICT: 'lookAgain',
  IDEMPOTENCY_KEY_REUSED: 'newKey',
  REQUEST_IN_PROGRESS: 'newKey',
  USER_NOT_FOUND: 'listUsers',
  USER_EXISTS: 'chooseUserName',
  USER_CONFIGURED: 'configuredUser',
  TOKEN_NOT_FOUND: 'listTokens',
  LOGIN_CODE_INVALID: 'newLogin',
  PROFILE_NOT_FOUND: 'listProfiles',
  PROFILE_IN_USE: 'changeUsers',
  PROFILE_INVALID: 'fixRequest',
  BUNDLE_INVALID: 'exportAgain',
  PASSPHRASE_WRONG: 'givePassphrase',
  IMPORT_CONFLICT: 'makeRoom',
  PLAN_REFUSED: 'seePlan',
  VALIDATION_FAILED: 'fixDocument',
  CLUSTER_NOT_FOUND: 'listClusters',
  CLUSTER_NAME_TAKEN: 'chooseClusterName',
  KUBECONFIG_INVALID: 'checkKubeconfig',
  CLUSTER_UNREACHABLE: 'checkCluster',
  CLUSTER_IN_USE: 'changeUsers',
  CLUSTER_IS_DEFAULT: 'defaultCluster',
  OBJECT_NOT_FOUND: 'fixRequest',
  PROJECT_NOT_FOUND: 'listProjects',
  PROJECT_NAMESPACE_TAKEN: 'listProjects',
  PROJECT_NAMESPACE_CLOSED: 'fixRequest',
  PROJECT_IN_USE: 'changeUsers',
  WORKFLOW_BODY_INVALID: 'fixRequest',
  WORKFLOW_EMPTY: 'seeWorkflow',
  WORKFLOW_NOT_FOUND: 'seeWorkflow',
  WORKFLOW_NEEDED: 'seeWorkflow',
  TASK_NOT_FOUND: 'listRuns',
  TASK_FINISHED: 'seeRun',
  JOB_LOG_NOT_FOUND: 'seeLogs',
  NOTHING_TO_DECIDE: 'seeRun',
  TASK_NOT_FINISHED: 'seeRun',
  TASK_SUPERSEDED: 'startAnother',
  NOTHING_TO_RETRY: 'startAnother',
  NOTHING_TO_ROLL_BACK: 'listRevisions',
  UNREACHABLE: 'startPlatform',
  REDIRECTED: 'checkAddress',
  UNEXPECTED_ANSWER: 'checkAddress',
};

/** For names of a newer server; every fault of the server is looked up as 500. */
const STEP_BY_STATUS: Readonly<Record<number, Step>> = {
  401: 'signIn',
  403: 'askForRole',
  404: 'listThem',
  409: 'lookAgain',
  429: 'waitAWhile',
  500: 'seeServer',
};

/** Whether a disk is full, as the system reports it. */
export function isNoSpace(error: Error): boolean {
  return 'code' in error && error.code === 'ENOSPC';
}

/** What the user can do about an error, whatever it is. */
export function nextStep(error: Error): Message {
  if (error instanceof CliError) return error.hint;
  const step = findStep(error);
  return nextStepMessages[step];
}

function findStep(error: Error): Step {
  if (error instanceof PlatformError) {
    const byStatus = STEP_BY_STATUS[Math.min(error.status ?? 0, 500)];
    return ownEntry(STEP_BY_NAME, error.code) ?? byStatus ?? 'fixRequest';
  }
  if (isNoSpace(error)) return 'freeSpace';
  if (error instanceof RetryableError) return 'tryAgain';
  return error instanceof KubeminError && !(error instanceof ProgrammingError) ? 'examine' : 'reportFault';
}
