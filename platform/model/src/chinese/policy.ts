import type { Sentences } from './sentences.ts';

/** About what containers may do, ask for, and where and how long they run. */
export const policySentences: Sentences = {
  // Rights
  'Give at least one rule, such as {"apiGroups": [""], "resources": ["pods"], "verbs": ["get"]}.':
    '请至少给出一条规则，例如 {"apiGroups": [""], "resources": ["pods"], "verbs": ["get"]}。',
  'Give at least one verb, such as "get".': '请至少给出一个动词，例如“get”。',
  'A rule is about resources or about URLs that are none: exactly one of the two.':
    '规则要么针对资源，要么针对非资源 URL：二者取一。',
  'Give either resources or nonResourceURLs.': '请给出 resources 或 nonResourceURLs 之一。',
  '"{0}" cannot be the name of a role or binding.': '“{0}”不能作为角色或绑定的名称。',
  'Use letters, digits, "-", "." and ":".': '请使用字母、数字、“-”、“.”和“:”。',
  'The policy allows nothing.': '该策略不允许任何操作。',
  '{0}Role "{1}"{2}': '角色 {0}Role“{1}”{2}',
  '{0}RoleBinding "{1}"{2}': '角色绑定 {0}RoleBinding“{1}”{2}',
  'ServiceAccount "{0}"{1}': '服务账号“{0}”{1}',
  'The pods run in "{0}" and cannot use a service account of "{1}".': 'Pod 运行在“{0}”，不能使用“{1}”的服务账号。',
  'Remove the namespace, or put a policy of the own namespace first.': '请删除命名空间，或把本命名空间的策略放在最前。',
  'Another policy of this component already makes "{0}".': '此组件的另一策略已创建“{0}”。',
  'Give each policy names of its own, or put all rules into one policy.':
    '请让每个策略名称各不相同，或把所有规则放进一个策略。',
  'URLs that are no resources belong to no namespace.': '非资源 URL 不属于任何命名空间。',
  'Set "clusterScope": true, or remove the rule.': '请设置 "clusterScope": true，或删除该规则。',
  'This allows everything with everything; whoever gets into the container has it too.':
    '这允许对一切做一切；进入容器的人也同样拥有。',
  'Name the resources and verbs that are needed.': '请列出所需的资源与动词。',
  'Give the number of a user or group.': '请给出用户或组的编号。',
  'User 0 is root, which runAsNonRoot forbids; the container could not start.':
    '用户 0 是 root，被 runAsNonRoot 禁止；容器将无法启动。',
  'Give another user, or remove runAsNonRoot.': '请换用其他用户，或删除 runAsNonRoot。',
  'A privileged container can always gain privileges; Kubernetes refuses the combination.':
    '特权容器总能提升权限；Kubernetes 拒绝这种组合。',
  'A privileged container has the whole machine at its disposal.': '特权容器可以支配整台机器。',
  'Add the capabilities it needs instead.': '请改为添加它所需的能力（capabilities）。',
  'only a pod as a whole can have it': '只有整个 Pod 才能有它',

  // Resources and copies
  '"{0}" is not an amount this resource can have.': '“{0}”不是该资源可用的数量。',
  'Give cores or thousandths of one: "0.5", "500m", "2".': '请给出核数或千分之一核：“0.5”、“500m”、“2”。',
  'Give bytes with a unit: "128Mi", "1Gi", "2G".': '请给出带单位的字节数：“128Mi”、“1Gi”、“2G”。',
  'Give a number of cards ("1") or an amount of card memory ("8Gi").': '请给出卡数（“1”）或显存量（“8Gi”）。',
  'Memory "{0}" means thousandths of a byte.': '内存“{0}”表示千分之一字节。',
  'Give a percentage of the request (80), or an average amount per copy ("500m", "1Gi").':
    '请给出申请量的百分比（80），或每个副本的平均量（“500m”、“1Gi”）。',
  '"{0}" is not an amount.': '“{0}”不是数量。',
  'A metric is aimed at either a utilisation or an average value.': '指标的目标要么是利用率，要么是平均值。',
  '"max" is less than "min".': '“max”小于“min”。',
  'Give a maximum that is not below the minimum.': '请给出不小于最小值的最大值。',
  'A {0} has no number of copies to scale.': '{0} 没有可伸缩的副本数。',
  'Remove the trait.': '请删除该特征。',
  '{0} % of the requested {1} cannot be measured: the component requests none.':
    '无法衡量所申请 {1} 的 {0} %：组件没有申请。',
  'Give the trait "resources" with "{0}", or an average value here.':
    '请添加带“{0}”的“resources”特征，或在此给出平均值。',

  // Life of a container
  'an init container runs to its end and is never probed': '初始化容器运行到结束，从不探测',
  'an init container ends by itself': '初始化容器会自行结束',
  'The probe needs a port.': '探针需要端口。',
  'A probe needs exactly one way to ask.': '探针需要且只需要一种检查方式。',
  'Give exactly one of exec (with a command), httpGet and tcpSocket.':
    '请在 exec（带命令）、httpGet 与 tcpSocket 中只给出一个。',
  'Kubernetes allows only 1 here for liveness and startup probes.': '对存活与启动探针，Kubernetes 此处只允许 1。',
  'Remove it, or make the probe a readiness probe.': '请删除它，或改为就绪探针。',
  'There is more than one {0} probe.': '{0} 探针多于一个。',
  'Keep one probe of each type.': '请每种探针只保留一个。',
  'Use Always, IfNotPresent or Never.': '请使用 Always、IfNotPresent 或 Never。',
  'Use Always, OnFailure or Never.': '请使用 Always、OnFailure 或 Never。',
  'to completion': '到结束',
  'for ever': '不停',
  'A {0} runs {1}, so Kubernetes refuses "{2}".': '{0} 会运行{1}，因此 Kubernetes 拒绝“{2}”。',
  'Use OnFailure or Never.': '请使用 OnFailure 或 Never。',
  'Use Always, remove the trait, or make the component a job.': '请使用 Always，删除该特征，或把组件改为 job。',
  'has its schedule among its properties': '的计划写在其属性中',
  'does not run to completion': '不会运行到结束',
  'A {0} {1}, so the trait "schedule" has no effect.': '{0} {1}，因此特征“schedule”不起作用。',
  'Remove it, or make the component a job.': '请删除它，或把组件改为 job。',
  'The container would sleep longer than its pod is given to stop, which Kubernetes refuses.':
    '容器休眠的时间会超过 Pod 的停止时限，Kubernetes 会拒绝。',
  'The container is killed when it has slept that long, and never asked to stop.':
    '容器休眠到那时会被直接终止，不会先被要求停止。',
  'Before a container is stopped, one thing can be done.': '容器停止前只能做一件事。',
  'Give exactly one of command and sleepSeconds.': '请在 command 与 sleepSeconds 中只给出一个。',
  'all containers of a pod are given the same time': '同一 Pod 的所有容器时限相同',
  'Sleep less than the {0} seconds the pod is given, or give the component a longer gracePeriodSeconds.':
    '请让休眠少于 Pod 的 {0} 秒时限，或给组件更长的 gracePeriodSeconds。',
  'Use "default" (the first application makes it), "ignore" (somebody else does) or "force" (always apply).':
    '请使用“default”（由第一个应用创建）、“ignore”（由他人创建）或“force”（总是应用）。',

  // Where pods run
  'Give a number from 1 to 100 for a preference; leave it out for a rule that must hold.':
    '偏好请给出 1 到 100 的数字；必须满足的规则则省略它。',
  '"{0}" cannot be the key of a label or taint.': '“{0}”不能作为标签或污点的键。',
  'Use letters, digits, "-", "_" and ".", perhaps after a domain and "/".':
    '请使用字母、数字、“-”、“_”和“.”，前面可加域名与“/”。',
  'The values do not fit the operator.': '值与运算符不符。',
  'In and NotIn need values as labels have them, Exists and DoesNotExist have none, Gt and Lt have one whole number.':
    'In 与 NotIn 需要标签取值，Exists 与 DoesNotExist 不带值，Gt 与 Lt 带一个整数。',
  '"{0}" cannot be the value of a taint.': '“{0}”不能作为污点的值。',
  'Use letters, digits, "-", "_" and "."; at most 63 characters.': '请使用字母、数字、“-”、“_”和“.”；至多 63 个字符。',
  'Name a component of this document, or give "labels" for pods of others.':
    '请写出本文档中的组件，或用“labels”指定其他 Pod。',
  '"Exists" takes no value.': '“Exists”不带值。',
  'Remove the value, or use "Equal".': '请删除该值，或使用“Equal”。',
  'A value belongs to a key.': '值必须对应一个键。',
  'Give the key of the taint.': '请给出污点的键。',
  '"Equal" needs a key.': '“Equal”需要键。',
  'Give the key, or use "Exists".': '请给出键，或使用“Exists”。',
  'Only "NoExecute" taints are tolerated for a time.': '只有“NoExecute”污点可以容忍一段时间。',
  'Set "effect": "NoExecute".': '请设置 "effect": "NoExecute"。',
};
