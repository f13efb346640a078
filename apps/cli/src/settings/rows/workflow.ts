import { defineSetting } from '../setting.ts';
import { choice, duration, onOff, wholeNumber } from '../setting-types/setting-types.ts';

/** How runs are executed. */
export const workflowSettings = {
  maxConcurrent: defineSetting({
    flag: 'workflow-max-concurrent',
    yaml: ['workflow.maxConcurrentWorkflows'],
    type: wholeNumber({ min: 1 }),
    default: 10,
    doc: { en: 'Number of runs that one instance executes in parallel.', zh: '一个实例同时执行的运行数。' },
  }),
  sequentialMaxConcurrency: defineSetting({
    flag: 'workflow-sequential-max-concurrency',
    yaml: ['workflow.sequentialMaxConcurrency'],
    type: wholeNumber({ min: 1 }),
    default: 1,
    doc: {
      en: 'Number of jobs of equal priority in one `StepByStep` step that run in parallel.',
      zh: '一个 `StepByStep` 步骤中优先级相同、同时执行的任务数。',
    },
  }),
  localPollInterval: defineSetting({
    flag: 'workflow-local-poll-interval',
    yaml: ['workflow.localPollInterval'],
    type: duration(),
    default: 3_000,
    doc: {
      en: 'How often an instance polls the database for work. Work submitted to the instance or announced through the queue starts at once.',
      zh: '实例多久在数据库中查找一次工作。直接收到或经队列得知的工作会立即开始。',
    },
  }),
  dispatchPollInterval: defineSetting({
    flag: 'workflow-dispatch-poll-interval',
    yaml: ['workflow.dispatchPollInterval'],
    type: duration(),
    default: 3_000,
    doc: {
      en: 'How often the leader announces waiting work again, in case messages were lost.',
      zh: '领导者多久重新宣布一次可能丢失通知的等待工作。',
    },
  }),
  defaultJobTimeout: defineSetting({
    flag: 'workflow-default-job-timeout',
    yaml: ['workflow.defaultJobTimeout'],
    type: duration(),
    default: 60_000,
    doc: { en: 'Time limit of jobs that do not roll out workloads.', zh: '不发布工作负载的任务的时限。' },
  }),
  deployTimeout: defineSetting({
    flag: 'workflow-deploy-timeout',
    yaml: ['workflow.deployTimeout'],
    type: duration(),
    default: 1_200_000,
    doc: {
      en: 'Time limit of jobs that roll out workloads and wait until they are ready.',
      zh: '发布工作负载并等待其就绪的任务的时限。',
    },
  }),
  missingGrace: defineSetting({
    flag: 'workflow-missing-grace',
    yaml: ['workflow.missingGrace'],
    type: duration(),
    default: 20_000,
    doc: {
      en: 'How long a Secret, ConfigMap or claim that pods refer to may be missing before the job fails.',
      zh: 'Pod 引用的 Secret、ConfigMap 或存储声明缺失多久后任务失败。',
    },
  }),
  missingDevices: defineSetting({
    flag: 'workflow-missing-devices',
    yaml: ['workflow.missingDevices'],
    type: choice(['refuse', 'wait']),
    default: 'refuse',
    doc: {
      en: 'What becomes of a run whose components request GPUs or other devices that no node has free. `refuse`: it ends before anything is changed. `wait`: pods wait for a node, as clusters that add nodes on demand need it.',
      zh: '组件请求 GPU 等设备而没有节点空闲时如何处理。`refuse`：在做任何更改之前结束运行。`wait`：Pod 等待节点，适用于按需增加节点的集群。',
    },
  }),
  retries: defineSetting({
    flag: 'workflow-retries',
    yaml: ['workflow.retries'],
    type: wholeNumber({ min: 0, max: 1_000 }),
    default: 3,
    doc: {
      en: 'Maximum number of retries of a job after a retryable error.',
      zh: '遇到可能消失的错误时任务重试的次数。',
    },
  }),
  retryMin: defineSetting({
    flag: 'workflow-retry-min',
    yaml: ['workflow.retryMin'],
    type: duration(),
    default: 200,
    doc: { en: 'Pause before the first retry; it doubles.', zh: '首次重试前的停顿；之后加倍。' },
  }),
  retryMax: defineSetting({
    flag: 'workflow-retry-max',
    yaml: ['workflow.retryMax'],
    type: duration(),
    default: 5_000,
    doc: { en: 'Longest pause between retries.', zh: '重试之间最长的停顿。' },
  }),
  onFailure: defineSetting({
    flag: 'workflow-on-failure',
    yaml: ['workflow.onFailure'],
    type: choice(['keep', 'cleanup', 'rollback']),
    default: 'keep',
    doc: {
      en: 'What happens to the objects of a failed step without its own `onFailure`.',
      zh: '步骤失败且自身未写 `onFailure` 时，其对象如何处理。',
    },
  }),
  createNamespace: defineSetting({
    flag: 'workflow-create-namespace',
    yaml: ['workflow.createNamespace'],
    type: onOff(),
    default: false,
    defaultFor: { up: true },
    doc: {
      en: 'Whether a missing namespace is created with its first object.',
      zh: '缺少的命名空间是否随第一个对象一起创建。',
    },
  }),
  callbackTimeout: defineSetting({
    flag: 'callback-timeout',
    yaml: ['workflow.callbackTimeout'],
    type: duration(100),
    default: 10_000,
    doc: {
      en: 'How long one attempt to report the end of a run to its callback may take.',
      zh: '向回调地址报告运行结束的单次尝试可用的时间。',
    },
  }),
  callbackAttempts: defineSetting({
    flag: 'callback-attempts',
    yaml: ['workflow.callbackAttempts'],
    type: wholeNumber({ min: 1, max: 50 }),
    default: 15,
    doc: { en: 'Maximum number of such attempts.', zh: '此类尝试的次数上限。' },
  }),
  callbackRetryMin: defineSetting({
    flag: 'callback-retry-min',
    yaml: ['workflow.callbackRetryMin'],
    type: duration(),
    default: 1_000,
    doc: { en: 'Pause after the first failed attempt; it doubles.', zh: '首次尝试失败后的停顿；之后加倍。' },
  }),
  callbackRetryMax: defineSetting({
    flag: 'callback-retry-max',
    yaml: ['workflow.callbackRetryMax'],
    type: duration(),
    default: 600_000,
    doc: { en: 'Longest pause between such attempts.', zh: '此类尝试之间最长的停顿。' },
  }),
  heartbeatInterval: defineSetting({
    flag: 'workflow-heartbeat-interval',
    yaml: ['workflow.heartbeatInterval'],
    type: duration(),
    default: 1_000,
    doc: {
      en: 'Interval of the heartbeats of running work; at most half of `--workflow-dead-after`.',
      zh: '进行中的工作多久报告一次存活；至多为 `--workflow-dead-after` 的一半。',
    },
  }),
  deadAfter: defineSetting({
    flag: 'workflow-dead-after',
    yaml: ['workflow.deadAfter'],
    type: duration(),
    default: 15_000,
    doc: {
      en: 'Work without a heartbeat for this long is taken over by another instance; its own instance stops it at four fifths of this time.',
      zh: '超过此时间未报告的工作会从其实例取走；实例在此时间的五分之四时停止它。',
    },
  }),
} as const;
