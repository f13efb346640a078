import { defineMessages } from '@kubemin/base/message';

/** Kubernetes manifests. */
export const manifestsMessages = defineMessages('convert.manifests', {
  affinityTerms: {
    en: 'All required rules must hold; alternatives cannot be expressed.',
    zh: '必须满足的规则须全部满足；无法表达备选项。',
  },
  preferenceLabel: { en: 'A preference takes one label of a node.', zh: '偏好只针对节点的一个标签。' },
  podSelector: { en: 'Pods are selected only by their labels.', zh: '只能按标签选择 Pod。' },
  variableSource: {
    en: 'A variable comes from a string, a config, a secret or a field of its pod.',
    zh: '变量来自字符串、config、secret 或其 Pod 的字段。',
  },
  prefix: {
    en: 'The keys of a config or secret become variables with the same names.',
    zh: 'config 或 secret 的键成为同名的变量。',
  },
  probe: {
    en: 'A probe runs a command, or checks a numbered or named port over HTTP or TCP.',
    zh: '探针运行命令，或通过 HTTP 或 TCP 检查以编号或名称给出的端口。',
  },
  request: { en: 'the request of {amount}', zh: '申请量 {amount}' },
  requestIsLimit: {
    en: 'It became the limit too: requests and limits are the same here.',
    zh: '它也成为上限：此处申请量与上限相同。',
  },
  limitUsed: {
    en: 'Requests and limits are the same here; the limit of {limit} is used.',
    zh: '此处申请量与上限相同；使用了上限 {limit}。',
  },
  configText: { en: 'A config holds only text.', zh: 'config 只包含文本。' },
  secretText: { en: 'A secret holds only text, and this is not text.', zh: 'secret 只包含文本，而这不是文本。' },
  noText: { en: 'It has no text, and a {type} component needs some.', zh: '它没有文本，而 {type} 组件需要文本。' },
  defaultBackend: {
    en: 'Requests that match no route are rejected. Add a route for "/" without a host instead.',
    zh: '不匹配任何路由的请求会被拒绝。请改为添加一条不带主机的“/”路由。',
  },
  noRoute: { en: 'It has no route to a Service.', zh: '它没有通向 Service 的路由。' },
  routeTarget: { en: 'A route leads to a Service.', zh: '路由通向 Service。' },
  renamed: {
    en: 'The component is named "{name}". References in this text are adapted; others must be changed.',
    zh: '组件命名为“{name}”。本文本中的引用已相应调整；其他引用需要修改。',
  },
  volumeDropped: { en: 'Its volume is not converted.', zh: '它的卷没有转换。' },
  volumeTypes: {
    en: 'Only scratch space, claims, configs and secrets can be mounted.',
    zh: '只能挂载临时空间、声明、config 与 secret。',
  },
  accountWithoutRole: {
    en: 'A service account needs rules, and this text binds it to no role of its own.',
    zh: '服务账号需要规则，而本文本没有把它绑定到自己的角色。',
  },
  namespace: {
    en: 'An application names its namespace; the namespace itself is not part of it.',
    zh: '应用只写出命名空间的名称；命名空间本身不属于应用。',
  },
  claimUnused: { en: 'No component of this text mounts it.', zh: '本文本中没有组件挂载它。' },
  serviceUnused: { en: 'It selects no component of this text.', zh: '它没有选中本文本中的任何组件。' },
  autoscalerUnused: { en: 'It scales no component of this text.', zh: '它没有伸缩本文本中的任何组件。' },
  accountUnused: {
    en: 'No component of this text uses it together with a role of its own.',
    zh: '本文本中没有组件把它与自己的角色一起使用。',
  },
  roleUnused: {
    en: 'It is not bound only to the service account of a component.',
    zh: '它不是只绑定到某个组件的服务账号。',
  },
  bindingUnused: {
    en: 'It does not bind only the service account of a component to a Role of this text.',
    zh: '它不是只把某个组件的服务账号绑定到本文本中的 Role。',
  },
  clusterBindingUnused: {
    en: 'It does not bind only the service account of a component to a ClusterRole of this text.',
    zh: '它不是只把某个组件的服务账号绑定到本文本中的 ClusterRole。',
  },
  otherNamespace: {
    en: 'An application has one namespace, and most of this one is in "{namespace}".',
    zh: '一个应用只有一个命名空间，而此应用大部分位于“{namespace}”。',
  },
  kindUnsupported: {
    en: 'KubeMin has no equivalent of a {kind}. Apply it separately.',
    zh: 'KubeMin 没有与 {kind} 对应的功能。请单独应用它。',
  },
  nothingFound: {
    en: 'This text has no object that can become a component: no workload, ConfigMap or Secret.',
    zh: '本文本中没有可以成为组件的对象：没有工作负载、ConfigMap 或 Secret。',
  },
  spreading: { en: 'Spreading counts only the pods of the component.', zh: '打散只计算该组件的 Pod。' },
  ofOneContainer: { en: '{field} of one container', zh: '单个容器的 {field}' },
  forAllContainers: {
    en: 'It applies to all containers of the pod that do not set it.',
    zh: '它作用于 Pod 中所有未设置它的容器。',
  },
  serviceOfSeveral: {
    en: 'It also selects {others:list}; a Service belongs to one component, and reaches only "{name}".',
    zh: '它还选中了 {others}；一个 Service 只属于一个组件，只能访问“{name}”。',
  },
  oneService: {
    en: 'A component has one Service with one name; another Service of this text is used.',
    zh: '一个组件只有一个 Service 和一个名称；使用了本文本中的另一个 Service。',
  },
  portNotFound: { en: 'No port of the container is named "{name}".', zh: '容器没有名为“{name}”的端口。' },
  replicaSet: {
    en: 'It becomes a Deployment, which creates its own ReplicaSets.',
    zh: '它成为 Deployment，由其创建自己的 ReplicaSet。',
  },
  pod: { en: 'It becomes {kind}, which replaces it when it is lost.', zh: '它成为 {kind}，丢失时会被重新创建。' },
  noCompletions: { en: 'no completions', zh: '未设置 completions' },
  completions: {
    en: 'It ends after {count} pods have succeeded, not after the first.',
    zh: '它在 {count} 个 Pod 成功后结束，而不是在第一个成功后。',
  },
  podLabel: {
    en: 'The pods have "{value}", and the labels of a component are the same for both.',
    zh: 'Pod 的值为“{value}”，而组件的标签对两者相同。',
  },
  protocol: {
    en: 'The ports of containers are TCP. It still listens on {protocol}; a Service can name the port.',
    zh: '容器的端口为 TCP。它仍会监听 {protocol}；可由 Service 指定该端口。',
  },
  portName: { en: 'the name "{name}" of the port', zh: '端口名称“{name}”' },
  portNames: {
    en: 'Ports of containers have no names; their numbers are used.',
    zh: '容器的端口没有名称；使用其编号。',
  },
});
