/** What one error name means on the wire. */
export interface ErrorEntry {
  /** Business code: the number programs of the first KubeMin match on. */
  readonly code: number;
  /** HTTP status. */
  readonly status: number;
  readonly meaning: string;
}

const entries = {
  BAD_REQUEST: { code: 400, status: 400, meaning: 'a parameter of the request breaks a rule' },
  UNAUTHENTICATED: { code: 401, status: 401, meaning: 'the bearer token is missing or unknown' },
  FORBIDDEN: { code: 403, status: 403, meaning: 'the caller may not do that: the message says what is missing' },
  NOT_FOUND: { code: 404, status: 404, meaning: 'there is no such path' },
  METHOD_NOT_ALLOWED: { code: 405, status: 405, meaning: 'the path exists, but not with this method' },
  REQUEST_TIMEOUT: { code: 408, status: 408, meaning: 'the request did not arrive whole in time: send it again' },
  RATE_LIMITED: { code: 429, status: 429, meaning: 'too many requests: the Retry-After header says when to go on' },
  BODY_TOO_LARGE: { code: 413, status: 413, meaning: 'the body is larger than the server accepts' },
  INTERNAL: { code: 500, status: 500, meaning: 'the server has a fault; its log says more' },
  UNAVAILABLE: { code: 503, status: 503, meaning: 'the server, its database or its cluster cannot answer now' },
  BODY_UNREADABLE: { code: 10000, status: 400, meaning: 'the body is neither valid JSON nor valid YAML' },
  IMAGE_MISSING: { code: 10001, status: 400, meaning: 'a component that runs a container names no image' },
  APPLICATION_NAME_TAKEN: { code: 10003, status: 409, meaning: 'another application has this name already' },
  APPLICATION_NOT_FOUND: { code: 10005, status: 404, meaning: 'there is no such application' },
  TEMPLATE_NOT_ENABLED: { code: 10007, status: 400, meaning: 'the application named as template is none' },
  TEMPLATE_EMPTY: { code: 10008, status: 400, meaning: 'the template has no components' },
  TEMPLATE_TARGET_INVALID: {
    code: 10010,
    status: 400,
    meaning: 'the template has no such component, or of another type',
  },
  INVALID_UPDATE_STRATEGY: {
    code: 10012,
    status: 400,
    meaning: 'there is no such update strategy, or not for such a component',
  },
  COMPONENT_NOT_FOUND: { code: 10013, status: 404, meaning: 'the application has no such component' },
  NOTHING_TO_UPDATE: { code: 10014, status: 400, meaning: 'the version changes nothing' },
  COMPONENT_EXISTS: { code: 10015, status: 400, meaning: 'the application has a component of this name already' },
  INVALID_COMPONENT_ACTION: { code: 10016, status: 400, meaning: 'components are updated, added or removed' },
  REVISION_NOT_FOUND: { code: 10017, status: 404, meaning: 'the application has no such revision' },
  OPERATION_REFUSED: { code: 10018, status: 409, meaning: 'the operation does not fit the components: see problems' },
  APPLICATION_DELETING: { code: 10019, status: 409, meaning: 'the application is being deleted' },
  REVISION_CONFLICT: {
    code: 10030,
    status: 409,
    meaning: 'the application has changed since the revision that If-Match names',
  },
  IDEMPOTENCY_KEY_REUSED: { code: 10031, status: 409, meaning: 'the Idempotency-Key belongs to another request' },
  REQUEST_IN_PROGRESS: {
    code: 10032,
    status: 409,
    meaning: 'the first request with this Idempotency-Key is still being carried out',
  },
  USER_NOT_FOUND: { code: 10070, status: 404, meaning: 'there is no such user' },
  USER_EXISTS: { code: 10071, status: 409, meaning: 'another user has this name already' },
  USER_CONFIGURED: { code: 10072, status: 409, meaning: 'the user comes from how the server was started' },
  TOKEN_NOT_FOUND: { code: 10073, status: 404, meaning: 'there is no such token' },
  LOGIN_CODE_INVALID: { code: 10074, status: 401, meaning: 'the login code is unknown, expired or spent' },
  PROFILE_NOT_FOUND: { code: 10060, status: 404, meaning: 'there is no such profile' },
  PROFILE_IN_USE: { code: 10061, status: 409, meaning: 'applications refer to the profile' },
  PROFILE_INVALID: { code: 10062, status: 400, meaning: 'the profile breaks rules of its kind: see problems' },
  BUNDLE_INVALID: { code: 10080, status: 400, meaning: 'the bundle is damaged, or not one this server can read' },
  PASSPHRASE_WRONG: { code: 10081, status: 422, meaning: 'the passphrase is not the one the bundle was sealed with' },
  IMPORT_CONFLICT: { code: 10082, status: 409, meaning: 'something of the bundle is in the way of what is there' },
  PLAN_REFUSED: { code: 10040, status: 409, meaning: 'a run would end before it begins; the message says why' },
  VALIDATION_FAILED: { code: 10020, status: 400, meaning: 'the document breaks rules: see problems' },
  CLUSTER_NOT_FOUND: { code: 10050, status: 404, meaning: 'no cluster of this name is registered' },
  CLUSTER_NAME_TAKEN: { code: 10051, status: 409, meaning: 'a cluster of this name is registered already' },
  KUBECONFIG_INVALID: { code: 10052, status: 400, meaning: 'the kubeconfig cannot be used: the message says why' },
  CLUSTER_UNREACHABLE: { code: 10053, status: 422, meaning: 'the cluster does not answer, or not to this kubeconfig' },
  CLUSTER_IN_USE: { code: 10054, status: 409, meaning: 'applications name the cluster' },
  CLUSTER_IS_DEFAULT: { code: 10055, status: 409, meaning: 'the default cluster is told at the start of the server' },
  WORKFLOW_BODY_INVALID: { code: 20000, status: 400, meaning: 'the workflow request breaks rules: see problems' },
  WORKFLOW_EMPTY: { code: 20004, status: 400, meaning: 'the workflow has no step, so there is nothing to run' },
  WORKFLOW_NOT_FOUND: { code: 20005, status: 404, meaning: 'the application has no such workflow' },
  WORKFLOW_NEEDED: { code: 20014, status: 409, meaning: 'an application keeps its own workflow' },
  TASK_NOT_FOUND: { code: 20006, status: 404, meaning: 'there is no such task' },
  TASK_FINISHED: { code: 20007, status: 409, meaning: 'the task has ended and cannot change any more' },
  JOB_LOG_NOT_FOUND: { code: 20013, status: 404, meaning: 'no log was kept of such a job' },
  NOTHING_TO_DECIDE: {
    code: 20008,
    status: 409,
    meaning: 'nothing in the task waits for a decision, or several things do',
  },
  TASK_NOT_FINISHED: { code: 20009, status: 409, meaning: 'the task is still under way' },
  TASK_SUPERSEDED: { code: 20010, status: 409, meaning: 'the application has had another run since' },
  NOTHING_TO_RETRY: { code: 20011, status: 409, meaning: 'nothing of the task is left to do again' },
  NOTHING_TO_ROLL_BACK: { code: 20012, status: 409, meaning: 'there is no earlier revision to go back to' },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

/** The stable name of an error: what programs should match on. */
export type ErrorName = keyof typeof entries;

/** Every error the REST API answers with, by name. */
export const errorCatalogue: Readonly<Record<ErrorName, ErrorEntry>> = entries;
