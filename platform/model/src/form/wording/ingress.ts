import { type Wording, word } from './wording.ts';

const pathTypes = word(
  ['Path type', '路径类型'],
  ['How the path is compared with that of a request.', '路径的匹配方式。'],
);

/** Words for the ingress trait. */
export const ingressWording: Wording = {
  'trait.ingress': word(
    ['Ingress', '入口'],
    ['Hosts and paths from outside.', '外部访问服务的域名和路径（Kubernetes Ingress）。'],
  ),
  'ingress.profile': word(['Profile', '预设'], ['Settings the platform keeps under a name.', '平台保存的命名预设。'], {
    example: 'public',
  }),
  'ingress.name': word(
    ['Name', '名称'],
    ['The name of the Ingress; made from the component when left out.', 'Ingress 名称；不填则由组件名生成。'],
  ),
  'ingress.namespace': word(
    ['Namespace', '命名空间'],
    ["The application's; another one is refused or ignored.", '与应用一致，不能使用其他命名空间。'],
    { group: 'advanced' },
  ),
  'ingress.hosts': word(['Hosts', '域名'], ['Hosts of the routes that name none.', '未指定域名的路由所使用的域名。'], {
    example: ['shop.example.org'],
  }),
  'ingress.label': word(['Labels', '标签'], ['Labels for the Ingress.', '添加到 Ingress 的标签。'], {
    group: 'metadata',
  }),
  'ingress.annotations': word(
    ['Annotations', '注解'],
    ['Annotations for the Ingress controller.', '供 Ingress 控制器读取的注解。'],
    { group: 'metadata' },
  ),
  'ingress.ingressClassName': word(
    ['Class', 'Ingress 类'],
    ['Which Ingress controller takes care of it.', '由哪个 Ingress 控制器处理。'],
    { example: 'nginx' },
  ),
  'ingress.defaultPathType': pathTypes,
  'ingress.tls': word(['TLS', 'TLS'], ['Certificates and the hosts they are for.', '证书及其适用的域名。']),
  'ingress.tls.secretName': word(['Secret', '密钥'], ['The secret that has the certificate.', '包含证书的密钥。'], {
    example: 'shop-tls',
  }),
  'ingress.tls.hosts': word(['Hosts', '域名'], ['The hosts the certificate is for.', '证书适用的域名。'], {
    example: ['shop.example.org'],
  }),
  'ingress.routes': word(['Routes', '路由'], ['Which request goes where.', '请求如何转发。']),
  'ingress.routes.path': word(['Path', '路径'], ['The path of the request.', '请求路径。'], { example: '/' }),
  'ingress.routes.pathType': pathTypes,
  'ingress.routes.host': word(
    ['Host', '域名'],
    ['The host of the request; instead of those above.', '请求域名；替代上面的域名。'],
    { example: 'shop.example.org' },
  ),
  'ingress.routes.backend': word(['Backend', '后端'], ['The service that gets the requests.', '处理请求的服务。']),
  'ingress.routes.backend.serviceName': word(
    ['Service', '服务'],
    ['A component, or a Service of the namespace.', '组件名或命名空间中的 Service。'],
    { example: 'web' },
  ),
  'ingress.routes.backend.servicePort': word(['Port', '端口'], ['The port of the Service.', 'Service 的端口。'], {
    example: 80,
  }),
  'ingress.routes.backend.weight': word(
    ['Weight', '权重'],
    ['The share of the requests it gets.', '分配到的请求比例。'],
    { group: 'advanced' },
  ),
  'ingress.routes.backend.headers': word(
    ['Headers', '请求头'],
    ['Only requests with these headers.', '仅匹配带有这些请求头的请求。'],
    { group: 'advanced' },
  ),
  'ingress.routes.rewrite': word(
    ['Rewrite', '重写'],
    ['Changes the path before the backend sees it.', '转发前改写路径。'],
    { group: 'advanced' },
  ),
  'ingress.routes.rewrite.type': word(['Type', '类型'], ['How the path is changed.', '改写方式。'], {
    options: {
      replace: ['Replace', '替换'],
      prefix: ['Replace the prefix', '替换前缀'],
      regex: ['Regular expression', '正则表达式'],
      regexReplace: ['Regular expression', '正则替换'],
    },
  }),
  'ingress.routes.rewrite.match': word(['Match', '匹配'], ['The part of the path to change.', '要改写的路径部分。']),
  'ingress.routes.rewrite.replacement': word(['Replacement', '替换为'], ['What it becomes.', '改写后的内容。'], {
    example: '/$1',
  }),
};
