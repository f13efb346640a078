import { type Wording, word } from './wording.ts';

const port = word(['Port', '端口'], ['The port of the container to ask.', '要探测的容器端口。'], { example: 8080 });
const host = word(
  ['Host', '主机'],
  ["Another host to ask; the pod's own address when left out.", '其他主机；不填则为 Pod 自身地址。'],
  {
    group: 'advanced',
  },
);

/** Words for resources and probes. */
export const healthWording: Wording = {
  'trait.resources': word(['Resources', '资源'], ['CPU, memory and GPU.', '容器的 CPU、内存和 GPU。']),
  'resources.cpu': word(['CPU', 'CPU'], ['Cores, or thousandths of one.', '核数，或以 m 表示的千分之一核。'], {
    example: '500m',
  }),
  'resources.memory': word(['Memory', '内存'], ['Bytes with a unit.', '带单位的内存大小。'], { example: '512Mi' }),
  'resources.gpu': word(['GPU', 'GPU'], ['A number of cards, or an amount of card memory.', '显卡数量或显存大小。'], {
    example: '1',
  }),
  'trait.probes': word(
    ['Probes', '探针'],
    ['Liveness, readiness and startup checks.', '存活、就绪和启动检查，每种最多一个。'],
  ),
  'probes.type': word(['Type', '类型'], ['What the result decides.', '探测结果的用途。'], {
    options: {
      liveness: ['Liveness: restart when it fails', '存活：失败时重启'],
      readiness: ['Readiness: no traffic while it fails', '就绪：失败时不接收流量'],
      startup: ['Startup: the others wait for it', '启动：其他探针等待其通过'],
    },
    example: 'readiness',
  }),
  'probes.initialDelaySeconds': word(
    ['First after', '首次延迟'],
    ['Seconds before the first check.', '首次检查前等待的秒数。'],
  ),
  'probes.periodSeconds': word(
    ['Every', '间隔'],
    ['Seconds between two checks; 10 when left out.', '两次检查的间隔秒数，默认 10。'],
  ),
  'probes.timeoutSeconds': word(
    ['Time limit', '超时'],
    ['Seconds a check may take; 1 when left out.', '单次检查的超时秒数，默认 1。'],
  ),
  'probes.failureThreshold': word(
    ['Failures in a row', '失败阈值'],
    ['Failed checks in a row that count as failure; 3 when left out.', '连续失败多少次视为失败，默认 3。'],
  ),
  'probes.successThreshold': word(
    ['Successes in a row', '成功阈值'],
    [
      'Good checks in a row after a failure that count as success; 1 when left out.',
      '失败后连续成功多少次视为成功，默认 1。',
    ],
  ),
  'probes.exec': word(['Command', '命令'], ['A command that ends with 0 when all is well.', '正常时以 0 退出的命令。']),
  'probes.exec.command': word(['Command', '命令'], ['The command and its arguments.', '命令及其参数。'], {
    example: ['cat', '/tmp/ready'],
  }),
  'probes.httpGet': word(
    ['HTTP request', 'HTTP 请求'],
    ['A request that returns 200 to 399 when healthy.', '正常时返回 200 至 399 的请求。'],
  ),
  'probes.httpGet.path': word(['Path', '路径'], ['The path to ask for.', '请求路径。'], { example: '/healthz' }),
  'probes.httpGet.port': port,
  'probes.httpGet.host': host,
  'probes.httpGet.scheme': word(['Scheme', '协议'], ['HTTP or HTTPS.', 'HTTP 或 HTTPS。']),
  'probes.tcpSocket': word(
    ['TCP connection', 'TCP 连接'],
    ['A port that accepts connections when all is well.', '正常时可建立连接的端口。'],
  ),
  'probes.tcpSocket.port': port,
  'probes.tcpSocket.host': host,
};
