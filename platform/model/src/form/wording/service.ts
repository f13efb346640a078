import { type Wording, word } from './wording.ts';

/** Words for the service trait. */
export const serviceWording: Wording = {
  'trait.service': word(
    ['Service', '服务'],
    ['How others reach the component.', '其他组件如何访问该组件：端口、节点端口、负载均衡、无头服务、会话保持。'],
  ),
  'service.type': word(['Type', '类型'], ['From where the component can be reached.', '组件可以从哪里访问。']),
  'service.name': word(
    ['Name', '名称'],
    ['The name others reach it by; that of the component when left out.', '访问名称；不填则为组件名。'],
    { example: 'db' },
  ),
  'service.ports': word(
    ['Ports', '端口'],
    ["The ports of the Service; the component's own when left out.", 'Service 的端口；不填则使用组件端口。'],
  ),
  'service.ports.port': word(['Port', '端口'], ['The port others connect to.', '供访问的端口。'], { example: 80 }),
  'service.ports.targetPort': word(
    ['Container port', '容器端口'],
    ['The port of the container; the same when left out.', '容器端口；不填则相同。'],
    { example: 8080 },
  ),
  'service.ports.name': word(['Name', '名称'], ['The name of the port.', '端口名称。'], { example: 'http' }),
  'service.ports.nodePort': word(
    ['Node port', '节点端口'],
    ['The port on every machine; chosen by the cluster when left out.', '每台机器上的端口；不填则由集群分配。'],
    { example: 30080 },
  ),
  'service.ports.protocol': word(['Protocol', '协议'], ['The transport protocol.', '传输协议。']),
  'service.ports.appProtocol': word(
    ['Application protocol', '应用协议'],
    ['The protocol spoken on top, for proxies that ask.', '供代理识别的应用层协议。'],
    { group: 'advanced', example: 'http' },
  ),
  'service.sessionAffinity': word(
    ['Session affinity', '会话保持'],
    ['Whether a client always gets the same copy.', '客户端是否固定访问同一副本。'],
    { group: 'advanced' },
  ),
  'service.sessionAffinitySeconds': word(
    ['Affinity lasts', '会话保持时间'],
    ['Seconds a client stays with its copy.', '会话保持的秒数。'],
    { group: 'advanced' },
  ),
  'service.externalTrafficPolicy': word(
    ['Traffic from outside', '外部流量策略'],
    ['Whether traffic from outside stays on the machine it arrives at.', '外部流量是否留在到达的机器上。'],
    { group: 'advanced' },
  ),
  'service.internalTrafficPolicy': word(
    ['Traffic from inside', '内部流量策略'],
    ['Whether traffic from inside stays on its machine.', '内部流量是否留在本机。'],
    { group: 'advanced' },
  ),
  'service.loadBalancerClass': word(
    ['Load balancer class', '负载均衡类'],
    ['Which load balancer takes care of it.', '由哪个负载均衡实现处理。'],
    { group: 'advanced' },
  ),
  'service.loadBalancerSourceRanges': word(
    ['Allowed sources', '允许的来源'],
    ['Networks the load balancer lets in.', '负载均衡允许的来源网段。'],
    { group: 'advanced', example: ['10.0.0.0/8'] },
  ),
  'service.publishNotReadyAddresses': word(
    ['Before ready', '未就绪也发布'],
    ['Whether copies are found before they are ready.', '副本未就绪时是否也可被发现。'],
    { group: 'advanced' },
  ),
  'service.labels': word(['Labels', '标签'], ['Labels for the Service.', '添加到 Service 的标签。'], {
    group: 'metadata',
  }),
  'service.annotations': word(['Annotations', '注解'], ['Annotations for the Service.', '添加到 Service 的注解。'], {
    group: 'metadata',
  }),
};
