import type { Sentences } from './sentences.ts';

/** About ports, services, ingresses and gateways. */
export const networkSentences: Sentences = {
  'Give an object such as {"port": 8080}, or the number alone.': '请给出如 {"port": 8080} 的对象，或只写数字。',
  'Port {0} is listed twice.': '端口 {0} 列出了两次。',
  '{0} is listed twice.': '{0} 列出了两次。',

  // Services
  'Give the name of a component of this application, or of a Service in its namespace.':
    '请给出本应用某个组件的名称，或其命名空间中某个 Service 的名称。',
  '"{0}" cannot be the name of a Service.': '“{0}”不能作为 Service 的名称。',
  'No component is called': '没有组件名为',
  'No port is exposed by the component': '该组件未暴露端口：',
  '{0} "{1}"; a Service of that name must already exist in the namespace.':
    '{0}“{1}”；命名空间中必须已有该名称的 Service。',
  'List the port under "properties.ports" of "{0}", which must be of a type that serves others, such as webservice.':
    '请在“{0}”的“properties.ports”下列出端口；其类型须对外提供服务，例如 webservice。',
  '"{0}" does not serve port {1}; requests would never arrive.': '“{0}”不提供端口 {1}；请求永远不会到达。',
  '"{0}" is not valid here.': '“{0}”在此处无效。',
  'Use up to 15 lower-case letters, digits and "-", among them a letter.':
    '请使用至多 15 个小写字母、数字和“-”，其中至少一个字母。',
  'Use ClusterIP, NodePort, LoadBalancer or Headless.': '请使用 ClusterIP、NodePort、LoadBalancer 或 Headless。',
  'Use lower-case letters, digits and "-", starting with a letter.': '请使用小写字母、数字和“-”，以字母开头。',
  'Give addresses like "10.0.0.0/8".': '请给出如“10.0.0.0/8”的地址。',
  'service "{0}"': '服务“{0}”',
  'The component "{0}" already makes the service "{1}".': '组件“{0}”已创建服务“{1}”。',
  'Give the service another name.': '请给服务换个名称。',
  'a {0} service has no node ports': '{0} 类型的服务没有节点端口',
  'it is for services of type {0}': '它只用于 {0} 类型的服务',
  'sessionAffinity is not ClientIP': 'sessionAffinity 不是 ClientIP（无会话保持）',
  '"{0}" has no service: it exposes no port, or a {1} serves nobody.':
    '“{0}”没有服务：它未暴露端口，或 {1} 类型不对外提供服务。',
  'List ports under "properties.ports" of a component that serves others, such as a webservice.':
    '请在对外提供服务的组件（例如 webservice）的“properties.ports”下列出端口。',

  // Hosts, paths and patterns
  'Give a host name such as "shop.example.com" or "*.example.com", without scheme, port or path.':
    '请给出如“shop.example.com”或“*.example.com”的主机名，不含协议、端口或路径。',
  'Start with "/" and leave out "//", "/./", "/../" and "%2F".': '请以“/”开头，并去掉“//”、“/./”、“/../”和“%2F”。',
  '"{0}" is not a host name.': '“{0}”不是主机名。',
  'The path "{0}" does not start with "/".': '路径“{0}”不以“/”开头。',
  'The path "{0}" can be read in more than one way.': '路径“{0}”有多种解读方式。',
  'Correct the regular expression.': '请改正正则表达式。',
  '"{0}" is not a regular expression: {1}.': '“{0}”不是正则表达式：{1}。',

  // Ingresses and gateways
  'Give backend.serviceName.': '请给出 backend.serviceName。',
  'Give at least one route with a backend.': '请至少给出一条带后端的路由。',
  'Use Prefix, Exact or ImplementationSpecific.': '请使用 Prefix、Exact 或 ImplementationSpecific。',
  'An ingress without routes leads nowhere.': '没有路由的 ingress 不通向任何地方。',
  'A gateway without routes leads nowhere.': '没有路由的 gateway 不通向任何地方。',
  'an Ingress cannot express it': 'Ingress 无法表达它',
  'Use the gateway trait instead.': '请改用 gateway 特征。',
  'the annotation {0} is given and wins': '已给出注解 {0}，以它为准',
  'only regexReplace has a pattern': '只有 regexReplace 有模式',
  'only a regex rewrite has a pattern': '只有正则改写有模式',
  'Rewrites are annotations of ingress-nginx; the class "{0}" may not know them.':
    '改写是 ingress-nginx 的注解；类“{0}”可能不识别。',
  'Use a class served by ingress-nginx, or the gateway trait.': '请使用由 ingress-nginx 提供的类，或 gateway 特征。',
  'The pattern "{0}" must begin with the path it rewrites.': '模式“{0}”必须以所改写的路径开头。',
  'Start it with "/" or "^/".': '请以“/”或“^/”开头。',
  'An earlier route has the same host and path, and takes all its requests.':
    '前面的路由有相同的主机与路径，会接走全部请求。',
  'Remove one of the two, or use the gateway trait to share requests among several backends.':
    '请删除其中之一，或用 gateway 特征把请求分给多个后端。',
  'In "{0}" the component "{1}" of "{2}" is out of reach.': '在“{0}”中无法访问“{2}”的组件“{1}”。',
  'Remove the namespace; the ingress is then made where the application is.':
    '请删除命名空间；ingress 将建在应用所在处。',
  'Another ingress of this component is already called "{0}".': '此组件已有 ingress 名为“{0}”。',
  'Another gateway of this component is already called "{0}".': '此组件已有 gateway 名为“{0}”。',
  'Give it a name of its own, or put all routes into one entry.': '请给它单独的名称，或把所有路由放进一项。',
  'ingress or gateway "{0}"{1}': 'ingress 或 gateway（入口）“{0}”{1}',
  ' of "{0}"': '（位于“{0}”）',
  'An earlier route takes exactly the same requests.': '前面的路由接走完全相同的请求。',
  'Remove one of the two, or list both backends in one route with their weights.':
    '请删除其中之一，或在一条路由中列出两个后端及其权重。',
  '"{0}" cannot be the name of a header.': '“{0}”不能作为请求头名称。',
  'Use letters, digits and "-".': '请使用字母、数字和“-”。',
  'A backend cannot be given {0} when the whole request has {1}.': '整个请求只有 {1}，不能给后端 {0}。',
  'Give at most the time of the request.': '请不要超过请求的时间。',
  'The route leads nowhere.': '该路由不通向任何地方。',
  'Give a backend or a redirect.': '请给出后端或重定向。',
  'A redirected request reaches no backend.': '被重定向的请求不会到达后端。',
  'Keep either backends or redirect.': '请只保留 backends 或 redirect。',
  'All weights are 0: no request would arrive.': '所有权重都是 0：不会有请求到达。',
  'Give one of them a weight.': '请给其中之一设置权重。',
  'the request is redirected': '请求会被重定向',
  'The path "{0}" is a pattern and has no prefix to replace.': '路径“{0}”是模式，没有可替换的前缀。',
  'Use a regex rewrite.': '请使用正则改写。',
};
