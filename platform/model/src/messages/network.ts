import { defineMessages } from '@kubemin/base/message';

/** Ports, services, ingresses and gateways. */
export const networkMessages = defineMessages('model.network', {
  portFormat: {
    en: 'Give an object such as {{"port": 8080}}, or the number alone.',
    zh: '请给出如 {{"port": 8080}} 的对象，或只写数字。',
  },
  portTwice: { en: 'Port {port} is listed twice.', zh: '端口 {port} 列出了两次。' },
  listedTwice: { en: '{name} is listed twice.', zh: '{name} 列出了两次。' },
  serviceNameFix: {
    en: 'Give the name of a component of this application, or of a Service in its namespace.',
    zh: '请给出本应用某个组件的名称，或其命名空间中某个 Service 的名称。',
  },
  serviceNameInvalid: { en: '"{name}" cannot be the name of a Service.', zh: '“{name}”不能作为 Service 的名称。' },
  backendNotFound: {
    en: 'No component is named "{name}"; a Service with that name must already exist in the namespace.',
    zh: '没有名为“{name}”的组件；命名空间中必须已有同名的 Service。',
  },
  backendWithoutPort: {
    en: 'The component "{name}" exposes no port; a Service with that name must already exist in the namespace.',
    zh: '组件“{name}”未暴露端口；命名空间中必须已有同名的 Service。',
  },
  exposePort: {
    en: 'List the port under "properties.ports" of "{name}", which must be of a type that serves others, such as webservice.',
    zh: '请在“{name}”的“properties.ports”下列出端口；其类型须对外提供服务，例如 webservice。',
  },
  portNotServed: {
    en: '"{name}" does not serve port {port}; requests would never arrive.',
    zh: '“{name}”不提供端口 {port}；请求永远不会到达。',
  },
  patternMismatch: { en: '"{value}" is not valid here.', zh: '“{value}”在此处无效。' },
  portNameFormat: {
    en: 'Use up to 15 lower-case letters, digits and "-", among them a letter.',
    zh: '请使用至多 15 个小写字母、数字和“-”，其中至少一个字母。',
  },
  serviceTypes: {
    en: 'Use ClusterIP, NodePort, LoadBalancer or Headless.',
    zh: '请使用 ClusterIP、NodePort、LoadBalancer 或 Headless。',
  },
  serviceNameFormat: {
    en: 'Use lower-case letters, digits and "-", starting with a letter.',
    zh: '请使用小写字母、数字和“-”，以字母开头。',
  },
  cidrFormat: { en: 'Give addresses like "10.0.0.0/8".', zh: '请给出如“10.0.0.0/8”的地址。' },
  service: { en: 'service "{name}"', zh: '服务“{name}”' },
  serviceTaken: {
    en: 'The component "{component}" already creates the service "{name}".',
    zh: '组件“{component}”已创建服务“{name}”。',
  },
  serviceTakenFix: { en: 'Give the service another name.', zh: '请给服务换个名称。' },
  noNodePorts: { en: 'a {type} service has no node ports', zh: '{type} 类型的服务没有节点端口' },
  onlyForTypes: { en: 'only services of type {types} have it', zh: '只有 {types} 类型的服务才有它' },
  noSessionAffinity: { en: 'sessionAffinity is not ClientIP', zh: 'sessionAffinity 不是 ClientIP（无会话保持）' },
  noService: {
    en: '"{name}" has no service: it exposes no port, or its type {type} does not serve others.',
    zh: '“{name}”没有服务：它未暴露端口，或其类型 {type} 不对外提供服务。',
  },
  noServiceFix: {
    en: 'List ports under "properties.ports" of a component that serves others, such as a webservice.',
    zh: '请在对外提供服务的组件（例如 webservice）的“properties.ports”下列出端口。',
  },
  hostFormat: {
    en: 'Give a host name such as "shop.example.com" or "*.example.com", without scheme, port or path.',
    zh: '请给出如“shop.example.com”或“*.example.com”的主机名，不含协议、端口或路径。',
  },
  pathFormat: {
    en: 'Start with "/" and leave out "//", "/./", "/../" and "%2F".',
    zh: '请以“/”开头，并去掉“//”、“/./”、“/../”和“%2F”。',
  },
  hostInvalid: { en: '"{host}" is not a host name.', zh: '“{host}”不是主机名。' },
  pathWithoutSlash: { en: 'The path "{path}" does not start with "/".', zh: '路径“{path}”不以“/”开头。' },
  pathAmbiguous: { en: 'The path "{path}" can be read in more than one way.', zh: '路径“{path}”有多种解读方式。' },
  regexFix: { en: 'Correct the regular expression.', zh: '请改正正则表达式。' },
  regexInvalid: {
    en: '"{pattern}" is not a regular expression: {reason}.',
    zh: '“{pattern}”不是正则表达式：{reason}。',
  },
  backendFix: { en: 'Give backend.serviceName.', zh: '请给出 backend.serviceName。' },
  routeFix: { en: 'Give at least one route with a backend.', zh: '请至少给出一条带后端的路由。' },
  pathTypes: {
    en: 'Use Prefix, Exact or ImplementationSpecific.',
    zh: '请使用 Prefix、Exact 或 ImplementationSpecific。',
  },
  ingressWithoutRoutes: { en: 'An ingress needs at least one route.', zh: 'ingress 至少需要一条路由。' },
  gatewayWithoutRoutes: { en: 'A gateway needs at least one route.', zh: 'gateway 至少需要一条路由。' },
  notInIngress: { en: 'an Ingress cannot express it', zh: 'Ingress 无法表达它' },
  useGateway: { en: 'Use the gateway trait instead.', zh: '请改用 gateway 特征。' },
  annotationWins: { en: 'the annotation {annotation} takes precedence', zh: '注解 {annotation} 优先' },
  patternOnlyRegexReplace: { en: 'only regexReplace has a pattern', zh: '只有 regexReplace 有模式' },
  patternOnlyRegex: { en: 'only a regex rewrite has a pattern', zh: '只有正则改写有模式' },
  rewriteClass: {
    en: 'Rewrites are annotations of ingress-nginx; the class "{class}" may not support them.',
    zh: '改写是 ingress-nginx 的注解；类“{class}”可能不支持。',
  },
  rewriteClassFix: {
    en: 'Use a class served by ingress-nginx, or the gateway trait.',
    zh: '请使用由 ingress-nginx 提供的类，或 gateway 特征。',
  },
  patternStart: {
    en: 'The pattern "{pattern}" must start with the path it rewrites.',
    zh: '模式“{pattern}”必须以所改写的路径开头。',
  },
  patternStartFix: { en: 'Start it with "/" or "^/".', zh: '请以“/”或“^/”开头。' },
  sameRoute: {
    en: 'An earlier route has the same host and path, and takes all its requests.',
    zh: '前面的路由有相同的主机与路径，会接走全部请求。',
  },
  sameRouteFix: {
    en: 'Remove one of the two, or use the gateway trait to share requests among several backends.',
    zh: '请删除其中之一，或用 gateway 特征把请求分给多个后端。',
  },
  backendOutOfReach: {
    en: 'From the namespace "{namespace}" the component "{name}" in "{other}" cannot be reached.',
    zh: '从命名空间“{namespace}”无法访问“{other}”中的组件“{name}”。',
  },
  backendOutOfReachFix: {
    en: 'Remove the namespace; the ingress is then created in the namespace of the application.',
    zh: '请删除命名空间；ingress 将建在应用所在处。',
  },
  ingressNameTaken: {
    en: 'Another ingress of this component is already named "{name}".',
    zh: '此组件已有 ingress 名为“{name}”。',
  },
  gatewayNameTaken: {
    en: 'Another gateway of this component is already named "{name}".',
    zh: '此组件已有 gateway 名为“{name}”。',
  },
  entryNameFix: {
    en: 'Use another name, or put all routes into one entry.',
    zh: '请给它单独的名称，或把所有路由放进一项。',
  },
  entry: { en: 'ingress or gateway "{name}"{where?}', zh: 'ingress 或 gateway（入口）“{name}”{where?}' },
  inNamespace: { en: ' in "{namespace}"', zh: '（位于“{namespace}”）' },
  sameRequests: { en: 'An earlier route takes exactly the same requests.', zh: '前面的路由接走完全相同的请求。' },
  sameRequestsFix: {
    en: 'Remove one of the two, or list both backends in one route with their weights.',
    zh: '请删除其中之一，或在一条路由中列出两个后端及其权重。',
  },
  headerInvalid: { en: '"{name}" cannot be the name of a header.', zh: '“{name}”不能作为请求头名称。' },
  headerFormat: { en: 'Use letters, digits and "-".', zh: '请使用字母、数字和“-”。' },
  backendTimeout: {
    en: 'The timeout of a backend ({backend}) cannot exceed that of the request ({request}).',
    zh: '后端的超时（{backend}）不能超过请求的超时（{request}）。',
  },
  backendTimeoutFix: { en: 'Give at most the timeout of the request.', zh: '请不要超过请求的超时。' },
  routeWithoutTarget: { en: 'The route has no target.', zh: '该路由没有目标。' },
  routeWithoutTargetFix: { en: 'Give a backend or a redirect.', zh: '请给出后端或重定向。' },
  redirectWithBackend: { en: 'A redirected request reaches no backend.', zh: '被重定向的请求不会到达后端。' },
  redirectWithBackendFix: { en: 'Keep either backends or redirect.', zh: '请只保留 backends 或 redirect。' },
  weightsZero: { en: 'All weights are 0: no request would arrive.', zh: '所有权重都是 0：不会有请求到达。' },
  weightsZeroFix: { en: 'Give one of them a weight.', zh: '请给其中之一设置权重。' },
  redirected: { en: 'the request is redirected', zh: '请求会被重定向' },
  prefixOfPattern: {
    en: 'The path "{path}" is a pattern and has no prefix to replace.',
    zh: '路径“{path}”是模式，没有可替换的前缀。',
  },
  prefixOfPatternFix: { en: 'Use a regex rewrite.', zh: '请使用正则改写。' },
});
