import { defineMessages } from '@kubemin/base/message';

/** Turning a document into Kubernetes objects. */
export const objectsMessages = defineMessages('render.objects', {
  wantedTwice: {
    en: 'The component "{component}" creates the {kind} "{name}" twice. Rename one of the two.',
    zh: '组件“{component}”两次创建 {kind}“{name}”。请为其中之一改名。',
  },
  wantedByBoth: {
    en: 'The components "{first}" and "{second}" both create the {kind} "{name}". Rename one of the two.',
    zh: '组件“{first}”和“{second}”都会创建 {kind}“{name}”。请为其中之一改名。',
  },
  noImage: { en: 'The {type} "{name}" has no image to run.', zh: '{type} 组件“{name}”没有可运行的镜像。' },
  templateUnresolved: { en: 'The template "{id}" has not been resolved.', zh: '模板“{id}”尚未解析。' },
  templateUnresolvedFix: {
    en: 'Save the document on the platform, which resolves templates, or call resolveTemplates first.',
    zh: '请把文档保存到平台（由平台解析模板），或先调用 resolveTemplates。',
  },
  noRenderer: { en: 'The trait "{trait}" has no renderer.', zh: '特征“{trait}”没有渲染器。' },
  nestedNotObject: { en: 'Nested traits must be an object.', zh: '嵌套的特征必须是对象。' },
  traitFailed: {
    en: 'This trait could not be turned into Kubernetes objects.',
    zh: '无法把该特征转换为 Kubernetes 对象。',
  },
  profileUnresolved: {
    en: 'The profile "{name}" was not resolved before rendering.',
    zh: '配置档“{name}”在渲染前没有解析。',
  },
  unknownContainer: {
    en: 'A trait changes the container "{name}", which the pod does not have.',
    zh: '某个特征修改了容器“{name}”，而 Pod 中没有它。',
  },
  notScalable: {
    en: 'A {type} has no number of copies to scale. Remove the trait "autoscaling".',
    zh: '{type} 没有可伸缩的副本数。请删除特征“autoscaling”。',
  },
  noValueSource: { en: 'The variable "{name}" has no value source.', zh: '变量“{name}”没有值的来源。' },
  gatewayUnsupported: {
    en: 'The gateway of this cluster ({target}) does not support this: {reason:message}.',
    zh: '此集群的网关（{target}）不支持：{reason}。',
  },
  gatewayUnsupportedFix: {
    en: 'Remove it, or ask the operator for another kind of gateway.',
    zh: '请删除它，或请运维人员换用其他类型的网关。',
  },
  listenerCertificates: {
    en: 'certificates belong to the listeners of the Gateway "{gateway}"',
    zh: '证书属于 Gateway“{gateway}”的监听器',
  },
  httpRouteRedirects: { en: 'an HTTPRoute redirects with 301 or 302 only', zh: 'HTTPRoute 只能以 301 或 302 重定向' },
  httpRouteRewrite: {
    en: 'an HTTPRoute cannot rewrite with a regular expression',
    zh: 'HTTPRoute 不能按正则表达式改写',
  },
  ingressMethods: { en: 'an Ingress cannot match methods', zh: 'Ingress 不能匹配请求方法' },
  ingressHeaders: { en: 'an Ingress cannot match headers', zh: 'Ingress 不能匹配请求头' },
  ingressNeedsBackend: { en: 'an Ingress needs a backend', zh: 'Ingress 必须有后端' },
  ingressTwoBackends: {
    en: 'an Ingress splits requests between at most two backends',
    zh: 'Ingress 最多把请求分给两个后端',
  },
  ingressTimeout: { en: 'an Ingress limits only the time of the backend', zh: 'Ingress 只能限制后端的时间' },
  ingressWholeSeconds: { en: 'an Ingress takes whole seconds', zh: 'Ingress 只接受整秒数' },
  serverCertificates: {
    en: 'certificates belong to the servers of the Gateway {gateways:list}',
    zh: '证书属于 Gateway {gateways} 的服务器',
  },
  virtualServiceTimeout: {
    en: 'a VirtualService limits only the time of the whole request',
    zh: 'VirtualService 只能限制整个请求的时间',
  },
});

/** Updates of components. */
export const updateMessages = defineMessages('render.update', {
  switchOver: {
    en: 'The new version runs beside the old one, without traffic. Switch over?',
    zh: '新版本已与旧版本并行运行，尚无流量。是否切换？',
  },
  promoteCanary: {
    en: 'The canary runs. Promote it to all copies?',
    zh: '金丝雀版本正在运行。是否推广到所有副本？',
  },
  strategyUnsupported: {
    en: 'The update strategy "{strategy}" is not supported for a {kinds:list}: two versions of its pods cannot run at the same time. Use rolling or recreate.',
    zh: '{kinds} 不支持更新策略“{strategy}”：其 Pod 的两个版本不能同时运行。请使用 rolling 或 recreate。',
  },
});
