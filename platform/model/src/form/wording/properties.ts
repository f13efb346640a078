import { scheduleWording } from './schedule.ts';
import { under, type Wording, word } from './wording.ts';

/** Words for the properties of component types. */
export const propertiesWording: Wording = {
  'properties.image': word(
    ['Image', '镜像'],
    [
      "Another place for the component's image; the component's own field wins.",
      '镜像的另一种写法；组件自身的 image 字段优先。',
    ],
    { group: 'advanced', example: 'nginx:1.27' },
  ),
  'properties.ports': word(
    ['Ports', '端口'],
    [
      'The ports the container listens on; each becomes part of its Service.',
      '容器监听的端口，每个端口都会加入其 Service。',
    ],
    { group: 'network', example: [{ port: 8080 }] },
  ),
  'properties.ports.port': word(['Port', '端口'], ['The number of the port.', '端口号。'], { example: 8080 }),
  'properties.ports.expose': word(
    ['In the Service', '加入 Service'],
    ['Off for ports only the container itself uses.', '仅容器自用的端口请关闭。'],
  ),
  'properties.env': word(
    ['Variables', '环境变量'],
    [
      'Environment variables with fixed values; credentials belong into a secret.',
      '固定值的环境变量；凭据应放入密钥组件。',
    ],
    { group: 'runtime', example: { APP_ENV: 'production' } },
  ),
  'properties.command': word(
    ['Command', '启动命令'],
    ["What to run instead of the image's entry point.", '替换镜像入口点的命令。'],
    { group: 'runtime', example: ['nginx'] },
  ),
  'properties.args': word(
    ['Arguments', '参数'],
    ['Arguments for the command or the entry point.', '传给命令或入口点的参数。'],
    {
      group: 'runtime',
      example: ['-g', 'daemon off;'],
    },
  ),
  'properties.labels': word(['Labels', '标签'], ["Labels for the component's objects.", '添加到组件对象上的标签。'], {
    group: 'metadata',
    example: { team: 'shop' },
  }),
  'properties.annotations': word(
    ['Annotations', '注解'],
    ["Annotations for the component's objects.", '添加到组件对象上的注解。'],
    { group: 'metadata', example: { owner: 'shop@example.org' } },
  ),
  'properties.conf': word(
    ['Data', '配置数据'],
    [
      'Keys and texts; "config.url" fetches the text from a web address instead.',
      '键与文本；使用 "config.url" 时改为从该网址获取内容。',
    ],
    { example: { 'log.level': 'info' } },
  ),
  'properties.secret': word(
    ['Data', '密钥数据'],
    ['Keys and their secret texts, not encoded.', '键与对应的机密文本，无需编码。'],
    {
      example: { password: '…' },
    },
  ),
  'properties.update': word(
    ['Updates', '更新方式'],
    ['How a new version takes over from the old one.', '新版本如何接替旧版本。'],
    {
      group: 'advanced',
    },
  ),
  'properties.update.strategy': word(['Strategy', '策略'], ['How the copies are exchanged.', '替换副本的方式。'], {
    options: {
      rolling: ['Rolling', '滚动更新'],
      recreate: ['All at once', '重建'],
      canary: ['Canary', '金丝雀发布'],
      'blue-green': ['Blue-green', '蓝绿发布'],
    },
  }),
  'properties.update.maxSurge': word(
    ['Extra copies', '最大超出副本'],
    [
      'How many copies more than wanted may run meanwhile, as a number or a share.',
      '更新期间允许超出的副本数量或百分比。',
    ],
    { example: '25%' },
  ),
  'properties.update.maxUnavailable': word(
    ['Missing copies', '最大不可用副本'],
    ['How many copies may be missing meanwhile, as a number or a share.', '更新期间允许不可用的副本数量或百分比。'],
    { example: '25%' },
  ),
  'properties.update.canaryReplicas': word(
    ['Canary copies', '金丝雀副本数'],
    ['How many copies of the new version are tried first.', '先行试运行的新版本副本数量。'],
  ),
  'properties.update.approval': word(
    ['Approval', '确认方式'],
    ['Who decides that the new version takes over.', '由谁决定新版本正式接替。'],
    {
      options: { manual: ['By a person', '人工'], automatic: ['Automatically', '自动'] },
    },
  ),
  'properties.update.pauseSeconds': word(
    ['Pause', '观察时间'],
    ['Seconds the new version is watched before it takes over.', '新版本接替前的观察秒数。'],
  ),
  'properties.update.graceSeconds': word(
    ['Grace', '保留时间'],
    ['Seconds the old version is kept after the switch.', '切换后保留旧版本的秒数。'],
  ),
  'properties.completions': word(['Completions', '完成次数'], ['How many runs must succeed.', '需要成功运行的次数。'], {
    group: 'runtime',
  }),
  'properties.parallelism': word(
    ['At the same time', '并行数'],
    ['How many runs may go on at once.', '同时运行的数量。'],
    { group: 'runtime' },
  ),
  'properties.backoffLimit': word(
    ['Retries', '重试次数'],
    ['How often a failed run is tried again.', '失败后重试的次数。'],
    { group: 'runtime' },
  ),
  'properties.activeDeadlineSeconds': word(
    ['Time limit', '时间限制'],
    ['Seconds after which the job is ended.', '超过该秒数后任务被终止。'],
    { group: 'runtime' },
  ),
  'properties.ttlSecondsAfterFinished': word(
    ['Kept for', '保留时间'],
    ['Seconds a finished job stays before it is deleted.', '任务结束后保留的秒数。'],
    { group: 'advanced' },
  ),
  'properties.restartPolicy': word(
    ['Restart', '重启策略'],
    ['Whether a failed container is started again in its pod.', '容器失败后是否在原 Pod 中重启。'],
    { group: 'advanced' },
  ),
  ...under('properties', scheduleWording),
};
