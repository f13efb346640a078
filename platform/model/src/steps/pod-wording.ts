import { type Wording, word } from '../form/index.ts';

/** Words for what every step takes that runs a container of the user's. */
export const podWording: Wording = {
  image: word(['Image', '镜像'], ['The image to run.', '要运行的镜像。'], { example: 'alpine:3.22' }),
  args: word(['Arguments', '参数'], ['Arguments for the command or the entry point.', '传给命令或入口点的参数。'], {
    group: 'runtime',
  }),
  env: word(['Variables', '环境变量'], ['Environment variables.', '环境变量。'], { example: { MODE: 'fast' } }),
  resources: word(['Resources', '资源'], ['CPU, memory and GPU of the container.', '容器的 CPU、内存和 GPU。'], {
    group: 'runtime',
  }),
  'resources.cpu': word(['CPU', 'CPU'], ['Cores, or thousandths of one.', '核数，或以 m 表示的千分之一核。'], {
    example: '500m',
  }),
  'resources.memory': word(['Memory', '内存'], ['Bytes with a unit.', '带单位的内存大小。'], { example: '512Mi' }),
  'resources.gpu': word(['GPU', 'GPU'], ['A number of cards, or an amount of card memory.', '显卡数量或显存大小。'], {
    example: '1',
  }),
  runAsUser: word(
    ['User', '用户'],
    ['The number of the user it runs as, never root.', '运行所用的用户编号，不能是 root。'],
    { group: 'advanced', example: 1000 },
  ),
  egress: word(
    ['Way out', '出站访问'],
    ['What it may connect to; nothing when left out.', '允许访问的目标；不填则不能访问任何目标。'],
    { group: 'network', example: ['application'] },
  ),
  'egress.to': word(
    ['To', '目标'],
    ['"application", "internet" or a range of addresses.', '“application”、“internet”或地址段。'],
    { example: '10.20.0.0/16' },
  ),
  'egress.ports': word(['Ports', '端口'], ['The TCP ports; all when left out.', 'TCP 端口；不填则不限。'], {
    example: [5432],
  }),
  waitFor: word(['Wait at most', '最长等待'], ['How long it waits for room.', '等待资源的最长时间。'], {
    group: 'flow',
  }),
  onUnschedulable: word(
    ['Without room', '资源不足时'],
    ['What happens when quota or nodes have no room for it.', '配额或节点资源不足时的处理方式。'],
    { group: 'flow', options: { wait: ['Wait', '等待'], reject: ['Refuse', '拒绝'] } },
  ),
};
