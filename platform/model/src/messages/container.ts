import { defineMessages } from '@kubemin/base/message';

/** Resources, scaling, probes, restarts, termination and sharing. */
export const containerMessages = defineMessages('model.container', {
  amountInvalid: { en: '"{value}" is not an amount this resource can have.', zh: '“{value}”不是该资源可用的数量。' },
  cpuFormat: {
    en: 'Give cores or thousandths of one: "0.5", "500m", "2".',
    zh: '请给出核数或千分之一核：“0.5”、“500m”、“2”。',
  },
  memoryFormat: {
    en: 'Give bytes with a unit: "128Mi", "1Gi", "2G".',
    zh: '请给出带单位的字节数：“128Mi”、“1Gi”、“2G”。',
  },
  gpuFormat: {
    en: 'Give a number of cards ("1") or an amount of card memory ("8Gi").',
    zh: '请给出卡数（“1”）或显存量（“8Gi”）。',
  },
  memoryMilli: { en: 'Memory "{value}" means thousandths of a byte.', zh: '内存“{value}”表示千分之一字节。' },
  metricTarget: {
    en: 'Give a percentage of the request (80), or an average amount per copy ("500m", "1Gi").',
    zh: '请给出申请量的百分比（80），或每个副本的平均量（“500m”、“1Gi”）。',
  },
  metricAmount: { en: '"{value}" is not a valid amount.', zh: '“{value}”不是有效的数量。' },
  metricTwoTargets: {
    en: 'A metric needs either a utilization or an average value.',
    zh: '指标需要利用率或平均值之一。',
  },
  maxBelowMin: { en: '"max" is less than "min".', zh: '“max”小于“min”。' },
  maxBelowMinFix: { en: 'Give a maximum that is not below the minimum.', zh: '请给出不小于最小值的最大值。' },
  cannotScale: { en: 'A {type} has no number of copies to scale.', zh: '{type} 没有可伸缩的副本数。' },
  removeTrait: { en: 'Remove the trait.', zh: '请删除该特征。' },
  utilizationUnknown: {
    en: '{utilization:number} % of the requested {resource} cannot be measured: the component requests none.',
    zh: '无法衡量所申请 {resource} 的 {utilization} %：组件没有申请。',
  },
  utilizationUnknownFix: {
    en: 'Give the trait "resources" with "{resource}", or an average value here.',
    zh: '请添加带“{resource}”的“resources”特征，或在此给出平均值。',
  },
  initNotProbed: {
    en: 'an init container runs to completion and is not probed',
    zh: '初始化容器运行到结束，不会被探测',
  },
  initEnds: { en: 'an init container runs to completion', zh: '初始化容器运行到结束' },
  probePort: { en: 'The probe needs a port.', zh: '探针需要端口。' },
  probeKind: { en: 'A probe needs exactly one kind of check.', zh: '探针需要且只需要一种检查方式。' },
  probeKindFix: {
    en: 'Give exactly one of exec (with a command), httpGet and tcpSocket.',
    zh: '请在 exec（带命令）、httpGet 与 tcpSocket 中只给出一个。',
  },
  successThreshold: {
    en: 'Kubernetes allows only 1 here for liveness and startup probes.',
    zh: '对存活与启动探针，Kubernetes 此处只允许 1。',
  },
  successThresholdFix: { en: 'Remove it, or make the probe a readiness probe.', zh: '请删除它，或改为就绪探针。' },
  probeTwice: { en: 'There is more than one {type} probe.', zh: '{type} 探针多于一个。' },
  probeTwiceFix: { en: 'Keep one probe of each type.', zh: '请每种探针只保留一个。' },
  pullPolicies: { en: 'Use Always, IfNotPresent or Never.', zh: '请使用 Always、IfNotPresent 或 Never。' },
  restartPolicies: { en: 'Use Always, OnFailure or Never.', zh: '请使用 Always、OnFailure 或 Never。' },
  restartRefused: {
    en: 'A {type} runs permanently, so Kubernetes refuses "{policy}".',
    zh: '{type} 类型的组件一直运行，因此 Kubernetes 拒绝“{policy}”。',
  },
  useOnFailureOrNever: { en: 'Use OnFailure or Never.', zh: '请使用 OnFailure 或 Never。' },
  useAlways: {
    en: 'Use Always, remove the trait, or make the component a job.',
    zh: '请使用 Always，删除该特征，或把组件改为 job。',
  },
  scheduleIgnored: {
    en: 'A {type} does not run to completion, so the trait "schedule" has no effect.',
    zh: '{type} 类型的组件不会运行到结束，因此特征“schedule”不起作用。',
  },
  makeJob: { en: 'Remove it, or make the component a job.', zh: '请删除它，或把组件改为 job。' },
  sleepRefused: {
    en: 'preStop would sleep longer than the grace period of the pod, which Kubernetes rejects.',
    zh: 'preStop 的休眠时间会超过 Pod 的宽限期，Kubernetes 会拒绝。',
  },
  sleepTooLong: {
    en: 'The container is killed during preStop: it sleeps as long as the grace period of the pod.',
    zh: '容器会在 preStop 期间被终止：其休眠时间与 Pod 的宽限期相同。',
  },
  onePreStop: { en: 'preStop has exactly one action.', zh: 'preStop 只能有一个动作。' },
  onePreStopFix: {
    en: 'Give exactly one of command and sleepSeconds.',
    zh: '请在 command 与 sleepSeconds 中只给出一个。',
  },
  sameGrace: { en: 'all containers of a pod have the same grace period', zh: '同一 Pod 的所有容器宽限期相同' },
  sleepFix: {
    en: 'Sleep less than the grace period of {seconds:number} seconds, or give the component a longer gracePeriodSeconds.',
    zh: '请让休眠少于 {seconds} 秒的宽限期，或给组件更长的 gracePeriodSeconds。',
  },
  sharePolicies: {
    en: 'Use "default" (created by the first application), "ignore" (created elsewhere) or "force" (always apply).',
    zh: '请使用“default”（由第一个应用创建）、“ignore”（在别处创建）或“force”（总是应用）。',
  },
  restartRefusedJob: {
    en: 'A {type} runs to completion, so Kubernetes refuses "{policy}".',
    zh: '{type} 类型的组件运行到结束，因此 Kubernetes 拒绝“{policy}”。',
  },
  scheduleInProperties: {
    en: 'A {type} has its schedule in its properties, so the trait "schedule" has no effect.',
    zh: '{type} 类型的组件在其属性中设置计划，因此特征“schedule”不起作用。',
  },
});
