import { under, type Wording, word } from './wording.ts';

const backend: Wording = {
  serviceName: word(
    ['Service', '服务'],
    ['A component, or a Service of the namespace.', '组件名或命名空间中的 Service。'],
    { example: 'web' },
  ),
  servicePort: word(['Port', '端口'], ['The port of the Service.', 'Service 的端口。'], { example: 80 }),
  weight: word(['Weight', '权重'], ['The share of the requests it gets.', '分配到的请求比例。'], { example: 90 }),
};

/** Words for the gateway trait. */
export const gatewayWording: Wording = {
  'trait.gateway': word(
    ['Gateway', '网关'],
    ['Hosts and routes from outside.', '外部访问服务的域名和路由，适配集群所用的网关。'],
  ),
  'gateway.profile': word(['Profile', '预设'], ['Settings the platform keeps under a name.', '平台保存的命名预设。'], {
    example: 'public',
  }),
  'gateway.name': word(
    ['Name', '名称'],
    ['Its name; made from the component when left out.', '名称；不填则由组件名生成。'],
  ),
  'gateway.hosts': word(['Hosts', '域名'], ['Hosts of the routes that name none.', '未指定域名的路由所使用的域名。'], {
    example: ['shop.example.org'],
  }),
  'gateway.labels': word(['Labels', '标签'], ['Labels for its objects.', '添加到对象的标签。'], { group: 'metadata' }),
  'gateway.annotations': word(['Annotations', '注解'], ['Annotations for its objects.', '添加到对象的注解。'], {
    group: 'metadata',
  }),
  'gateway.tls': word(['TLS', 'TLS'], ['Certificates and the hosts they are for.', '证书及其适用的域名。']),
  'gateway.tls.secretName': word(['Secret', '密钥'], ['The secret that has the certificate.', '包含证书的密钥。'], {
    example: 'shop-tls',
  }),
  'gateway.tls.hosts': word(['Hosts', '域名'], ['The hosts the certificate is for.', '证书适用的域名。'], {
    example: ['shop.example.org'],
  }),
  'gateway.routes': word(['Routes', '路由'], ['Which request goes where.', '请求如何转发。']),
  'gateway.routes.path': word(['Path', '路径'], ['The path of the request.', '请求路径。'], { example: '/' }),
  'gateway.routes.pathType': word(
    ['Path type', '路径类型'],
    ['How the path is compared with that of a request.', '路径的匹配方式。'],
    {
      options: { prefix: ['Prefix', '前缀'], exact: ['Exact', '精确'], regex: ['Regular expression', '正则表达式'] },
    },
  ),
  'gateway.routes.host': word(
    ['Host', '域名'],
    ['The host of the request; instead of those above.', '请求域名；替代上面的域名。'],
    { example: 'shop.example.org' },
  ),
  'gateway.routes.methods': word(
    ['Methods', '请求方法'],
    ['Only requests with these methods.', '仅匹配这些方法的请求。'],
    { group: 'advanced' },
  ),
  'gateway.routes.headers': word(
    ['Headers', '请求头'],
    ['Only requests with these headers.', '仅匹配带有这些请求头的请求。'],
    { group: 'advanced' },
  ),
  'gateway.routes.backend': word(
    ['Backend', '后端'],
    ['The only service that gets the requests.', '处理请求的唯一服务。'],
  ),
  ...under('gateway.routes.backend', backend),
  'gateway.routes.backends': word(
    ['Backends', '后端'],
    ['The services that get the requests; several share them by weight.', '处理请求的服务；多个时按权重分配。'],
  ),
  ...under('gateway.routes.backends', backend),
  'gateway.routes.rewrite': word(
    ['Rewrite', '重写'],
    ['Changes the path before the backend sees it.', '转发前改写路径。'],
    { group: 'advanced' },
  ),
  'gateway.routes.rewrite.type': word(['Type', '类型'], ['How the path is changed.', '改写方式。'], {
    options: {
      prefix: ['Replace the prefix', '替换前缀'],
      replace: ['Replace the path', '替换路径'],
      regex: ['Regular expression', '正则表达式'],
    },
  }),
  'gateway.routes.rewrite.match': word(['Match', '匹配'], ['The part of the path to change.', '要改写的路径部分。']),
  'gateway.routes.rewrite.replacement': word(['Replacement', '替换为'], ['What it becomes.', '改写后的内容。'], {
    example: '/',
  }),
  'gateway.routes.redirect': word(
    ['Redirect', '重定向'],
    ['Sends the client to another address.', '将客户端引导到其他地址。'],
    { group: 'advanced' },
  ),
  'gateway.routes.redirect.scheme': word(['Scheme', '协议'], ['The scheme of the new address.', '新地址的协议。'], {
    options: { http: ['HTTP', 'HTTP'], https: ['HTTPS', 'HTTPS'] },
  }),
  'gateway.routes.redirect.host': word(['Host', '域名'], ['The host of the new address.', '新地址的域名。']),
  'gateway.routes.redirect.port': word(['Port', '端口'], ['The port of the new address.', '新地址的端口。']),
  'gateway.routes.redirect.path': word(['Path', '路径'], ['The path of the new address.', '新地址的路径。']),
  'gateway.routes.redirect.statusCode': word(['Status', '状态码'], ['The status of the response.', '响应的状态码。']),
  'gateway.routes.timeout': word(['Time limits', '超时'], ['How long a response may take.', '响应允许的时间。'], {
    group: 'advanced',
  }),
  'gateway.routes.timeout.request': word(
    ['Whole request', '整个请求'],
    ['From the first byte in to the last byte out.', '从收到请求到返回完整响应的时间。'],
    { example: '30s' },
  ),
  'gateway.routes.timeout.backend': word(
    ['One backend', '单个后端'],
    ['For one attempt at one backend.', '单次访问后端的时间。'],
    { example: '10s' },
  ),
};
