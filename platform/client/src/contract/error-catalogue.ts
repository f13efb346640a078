import type { MessageEntry } from '@kubemin/base/message';

/** What one error name means on the wire. */
export interface ErrorEntry {
  /** Business code: the number programs of the first KubeMin match on. */
  readonly code: number;
  /** HTTP status. */
  readonly status: number;
  readonly meaning: MessageEntry;
}

const entries = {
  BAD_REQUEST: {
    code: 400,
    status: 400,
    meaning: { en: 'a parameter of the request is invalid', zh: '请求的参数不符合规则' },
  },
  UNAUTHENTICATED: {
    code: 401,
    status: 401,
    meaning: { en: 'the bearer token is missing or invalid', zh: '令牌缺失或无效' },
  },
  FORBIDDEN: {
    code: 403,
    status: 403,
    meaning: { en: 'the caller lacks a permission; the message names it', zh: '没有权限' },
  },
  NOT_FOUND: { code: 404, status: 404, meaning: { en: 'no such path', zh: '没有这个路径' } },
  METHOD_NOT_ALLOWED: {
    code: 405,
    status: 405,
    meaning: { en: 'the path does not support this method', zh: '该路径不支持此方法' },
  },
  UPGRADE_REQUIRED: {
    code: 426,
    status: 426,
    meaning: { en: 'the path is served over a WebSocket only', zh: '该路径只能通过 WebSocket 访问' },
  },
  ORIGIN_REFUSED: {
    code: 10_096,
    status: 403,
    meaning: {
      en: 'web pages of this origin may not open WebSockets; see --cors-origins and --trusted-proxies',
      zh: '该来源的网页不得打开 WebSocket；见 --cors-origins 与 --trusted-proxies',
    },
  },
  POD_NOT_FOUND: {
    code: 10_090,
    status: 404,
    meaning: { en: 'the application has no such pod', zh: '应用没有这个 Pod' },
  },
  CONTAINER_NOT_FOUND: {
    code: 10_091,
    status: 404,
    meaning: { en: 'the pod has no such container', zh: 'Pod 中没有这个容器' },
  },
  DEBUG_UNSUPPORTED: {
    code: 10_098,
    status: 409,
    meaning: {
      en: 'the cluster accepts no ephemeral container in this pod',
      zh: '集群不接受在该 Pod 中添加临时容器',
    },
  },
  CONTAINER_NOT_RUNNING: {
    code: 10_092,
    status: 409,
    meaning: { en: 'the container or the pod is not running', zh: '容器或 Pod 没有在运行' },
  },
  LOG_NOT_FOUND: {
    code: 10_093,
    status: 404,
    meaning: { en: 'the cluster has no such log', zh: '集群没有这份日志' },
  },
  METRICS_UNAVAILABLE: {
    code: 10_094,
    status: 503,
    meaning: { en: 'the cluster has no metrics of pods and nodes', zh: '集群没有 Pod 与节点的指标' },
  },
  TOO_MANY_STREAMS: {
    code: 10_095,
    status: 429,
    meaning: {
      en: 'too many followed logs, followed events or sessions are open; close one, or retry later',
      zh: '打开的日志、事件流或会话过多；请关闭其中之一，或稍后重试',
    },
  },
  CLUSTER_FORBIDS: {
    code: 10_097,
    status: 403,
    meaning: {
      en: 'the cluster does not allow the platform to do this; the message names what to grant',
      zh: '集群不允许平台这样做；消息指出须授予的权限',
    },
  },
  REQUEST_TIMEOUT: {
    code: 408,
    status: 408,
    meaning: {
      en: 'the request did not arrive completely before the deadline; send it again',
      zh: '请求未能及时完整到达，请重新发送',
    },
  },
  RATE_LIMITED: {
    code: 429,
    status: 429,
    meaning: {
      en: 'too many requests; retry after the time in the header Retry-After',
      zh: '请求过多，请在响应头 Retry-After 给出的时间后重试',
    },
  },
  BODY_TOO_LARGE: {
    code: 413,
    status: 413,
    meaning: { en: 'the body is larger than the server accepts', zh: '请求内容超过服务器允许的大小' },
  },
  INTERNAL: {
    code: 500,
    status: 500,
    meaning: { en: 'internal server error; see the log of the server', zh: '服务器内部错误，详见其日志' },
  },
  UNAVAILABLE: {
    code: 503,
    status: 503,
    meaning: { en: 'the server, its database or its cluster is unavailable', zh: '服务器、数据库或集群暂时无法应答' },
  },
  BODY_UNREADABLE: {
    code: 10000,
    status: 400,
    meaning: { en: 'the body is neither valid JSON nor valid YAML', zh: '请求内容既不是有效的 JSON 也不是有效的 YAML' },
  },
  IMAGE_MISSING: {
    code: 10001,
    status: 400,
    meaning: { en: 'a component that runs a container has no image', zh: '运行容器的组件没有给出镜像' },
  },
  APPLICATION_NAME_TAKEN: {
    code: 10003,
    status: 409,
    meaning: { en: 'another application has this name', zh: '已有同名应用' },
  },
  APPLICATION_NOT_FOUND: { code: 10005, status: 404, meaning: { en: 'no such application', zh: '没有这个应用' } },
  TEMPLATE_NOT_ENABLED: {
    code: 10007,
    status: 400,
    meaning: { en: 'the application is not a template', zh: '所指定的应用不是模板' },
  },
  TEMPLATE_EMPTY: { code: 10008, status: 400, meaning: { en: 'the template has no components', zh: '模板没有组件' } },
  TEMPLATE_TARGET_INVALID: {
    code: 10010,
    status: 400,
    meaning: { en: 'the template has no such component, or one of another type', zh: '模板中没有这个组件，或类型不同' },
  },
  INVALID_UPDATE_STRATEGY: {
    code: 10012,
    status: 400,
    meaning: { en: 'unknown update strategy, or not one for this component', zh: '没有这种更新策略，或不适用于该组件' },
  },
  COMPONENT_NOT_FOUND: {
    code: 10013,
    status: 404,
    meaning: { en: 'the application has no such component', zh: '应用中没有这个组件' },
  },
  NOTHING_TO_UPDATE: {
    code: 10014,
    status: 400,
    meaning: { en: 'the version changes nothing', zh: '该版本没有任何改动' },
  },
  COMPONENT_EXISTS: {
    code: 10015,
    status: 400,
    meaning: { en: 'the application already has a component of this name', zh: '应用中已有同名组件' },
  },
  INVALID_COMPONENT_ACTION: {
    code: 10016,
    status: 400,
    meaning: { en: 'components are updated, added or removed', zh: '组件只能更新、添加或移除' },
  },
  REVISION_NOT_FOUND: {
    code: 10017,
    status: 404,
    meaning: { en: 'the application has no such revision', zh: '应用没有这个修订版' },
  },
  OPERATION_REFUSED: {
    code: 10018,
    status: 409,
    meaning: { en: 'the operation does not fit the components: see problems', zh: '该操作不适用于这些组件' },
  },
  APPLICATION_DELETING: {
    code: 10019,
    status: 409,
    meaning: { en: 'the application is being deleted', zh: '应用正在删除中' },
  },
  REVISION_CONFLICT: {
    code: 10030,
    status: 409,
    meaning: { en: 'the application has changed since the revision of If-Match', zh: '应用在此期间已被修改' },
  },
  IDEMPOTENCY_KEY_REUSED: {
    code: 10031,
    status: 409,
    meaning: { en: 'the Idempotency-Key belongs to another request', zh: '该 Idempotency-Key 属于另一个请求' },
  },
  REQUEST_IN_PROGRESS: {
    code: 10032,
    status: 409,
    meaning: {
      en: 'the first request with this Idempotency-Key is still in progress',
      zh: '使用该 Idempotency-Key 的首个请求仍在执行',
    },
  },
  USER_NOT_FOUND: { code: 10070, status: 404, meaning: { en: 'no such user', zh: '没有这个用户' } },
  USER_EXISTS: { code: 10071, status: 409, meaning: { en: 'another user has this name', zh: '已有同名用户' } },
  USER_CONFIGURED: {
    code: 10072,
    status: 409,
    meaning: { en: 'the user is defined in the settings of the server', zh: '该用户由服务器启动方式决定' },
  },
  TOKEN_NOT_FOUND: { code: 10073, status: 404, meaning: { en: 'no such token', zh: '没有这个令牌' } },
  LOGIN_CODE_INVALID: {
    code: 10074,
    status: 401,
    meaning: { en: 'the login code is unknown, expired or already used', zh: '登录码未知、已过期或已使用' },
  },
  PROFILE_NOT_FOUND: { code: 10060, status: 404, meaning: { en: 'no such profile', zh: '没有这个配置档' } },
  PROFILE_IN_USE: {
    code: 10061,
    status: 409,
    meaning: { en: 'applications use the profile', zh: '有应用正在使用该配置档' },
  },
  PROFILE_INVALID: {
    code: 10062,
    status: 400,
    meaning: { en: 'the profile is invalid: see problems', zh: '配置档不符合其类别的规则' },
  },
  BUNDLE_INVALID: {
    code: 10080,
    status: 400,
    meaning: { en: 'the bundle is damaged, or cannot be read by this server', zh: '导出包已损坏，或本服务器无法读取' },
  },
  PASSPHRASE_WRONG: {
    code: 10081,
    status: 422,
    meaning: {
      en: 'the passphrase differs from the one that the bundle was sealed with',
      zh: '口令与封装导出包时的不一致',
    },
  },
  IMPORT_CONFLICT: {
    code: 10082,
    status: 409,
    meaning: { en: 'the bundle conflicts with what is stored', zh: '导出包中的内容与现有内容冲突' },
  },
  PLAN_REFUSED: {
    code: 10040,
    status: 409,
    meaning: { en: 'a run would fail before it starts; the message gives the reason', zh: '运行在开始之前就会结束' },
  },
  VALIDATION_FAILED: {
    code: 10020,
    status: 400,
    meaning: { en: 'the document is invalid: see problems', zh: '文档不符合规则' },
  },
  CLUSTER_NOT_FOUND: {
    code: 10050,
    status: 404,
    meaning: { en: 'no cluster of this name is registered', zh: '没有登记这个集群' },
  },
  CLUSTER_NAME_TAKEN: {
    code: 10051,
    status: 409,
    meaning: { en: 'a cluster of this name is already registered', zh: '已登记同名集群' },
  },
  KUBECONFIG_INVALID: {
    code: 10052,
    status: 400,
    meaning: { en: 'the kubeconfig cannot be used; the message gives the reason', zh: 'kubeconfig 无法使用' },
  },
  CLUSTER_UNREACHABLE: {
    code: 10053,
    status: 422,
    meaning: {
      en: 'the cluster does not respond, or not with this kubeconfig',
      zh: '集群没有应答，或不接受该 kubeconfig',
    },
  },
  CLUSTER_IN_USE: {
    code: 10054,
    status: 409,
    meaning: { en: 'applications use the cluster', zh: '有应用正在使用该集群' },
  },
  CLUSTER_IS_DEFAULT: {
    code: 10055,
    status: 409,
    meaning: { en: 'the default cluster is set when the server starts', zh: '默认集群在服务器启动时指定' },
  },
  OBJECT_NOT_FOUND: {
    code: 10056,
    status: 404,
    meaning: { en: 'the cluster has no such kind or object', zh: '集群没有这种类型或对象' },
  },
  CLUSTER_REFUSED: {
    code: 10057,
    status: 409,
    meaning: {
      en: 'the cluster responds, and refuses this request; the message gives its reason',
      zh: '集群有应答，但拒绝此请求；消息给出其原因',
    },
  },
  PROJECT_NOT_FOUND: { code: 10100, status: 404, meaning: { en: 'no such project', zh: '没有这个项目' } },
  PROJECT_NAMESPACE_TAKEN: {
    code: 10101,
    status: 409,
    meaning: { en: 'another project is bound to a namespace of the binding', zh: '另一个项目已绑定其中的命名空间' },
  },
  PROJECT_NAMESPACE_CLOSED: {
    code: 10102,
    status: 409,
    meaning: {
      en: 'the binding has a namespace that is reserved for administrators',
      zh: '其中有仅限管理员使用的命名空间',
    },
  },
  PROJECT_IN_USE: {
    code: 10103,
    status: 409,
    meaning: {
      en: 'applications of the project would be outside the binding, or applications of other projects inside',
      zh: '项目的应用会落在绑定之外，或其他项目的应用落在其中',
    },
  },
  WORKFLOW_BODY_INVALID: {
    code: 20000,
    status: 400,
    meaning: { en: 'the workflow is invalid: see problems', zh: '工作流请求不符合规则' },
  },
  WORKFLOW_EMPTY: {
    code: 20004,
    status: 400,
    meaning: { en: 'the workflow has no steps to run', zh: '工作流没有步骤，无可运行' },
  },
  WORKFLOW_NOT_FOUND: {
    code: 20005,
    status: 404,
    meaning: { en: 'the application has no such workflow', zh: '应用没有这个工作流' },
  },
  WORKFLOW_NEEDED: {
    code: 20014,
    status: 409,
    meaning: { en: 'the own workflow of an application cannot be removed', zh: '应用必须保留自己的工作流' },
  },
  TASK_NOT_FOUND: { code: 20006, status: 404, meaning: { en: 'no such run', zh: '没有这个运行' } },
  TASK_FINISHED: {
    code: 20007,
    status: 409,
    meaning: { en: 'the run has ended and cannot be changed', zh: '运行已结束，不能再改变' },
  },
  JOB_LOG_NOT_FOUND: {
    code: 20013,
    status: 404,
    meaning: { en: 'no log is stored of this job', zh: '没有保存该任务的日志' },
  },
  NOTHING_TO_DECIDE: {
    code: 20008,
    status: 409,
    meaning: { en: 'no job of the run waits for a decision, or several do', zh: '没有等待决定的事项，或不止一项' },
  },
  TASK_NOT_FINISHED: { code: 20009, status: 409, meaning: { en: 'the run is still in progress', zh: '运行仍在进行' } },
  TASK_SUPERSEDED: {
    code: 20010,
    status: 409,
    meaning: { en: 'the application has a later run', zh: '应用之后已有另一次运行' },
  },
  NOTHING_TO_RETRY: {
    code: 20011,
    status: 409,
    meaning: { en: 'nothing of the run is left to retry', zh: '没有可重试的内容' },
  },
  NOTHING_TO_ROLL_BACK: {
    code: 20012,
    status: 409,
    meaning: { en: 'there is no earlier revision to roll back to', zh: '没有可回滚的更早修订版' },
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

/** The stable name of an error: what programs should match on. */
export type ErrorName = keyof typeof entries;

/** Every error of the REST API, by name. */
export const errorCatalogue: Readonly<Record<ErrorName, ErrorEntry>> = entries;
