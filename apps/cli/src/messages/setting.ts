import { defineMessages } from '@kubemin/base/message';

/** About settings of the platform. */
export const settingMessages = defineMessages('cli.setting', {
  standard: { en: 'default', zh: '默认值' },
  byDefault: { en: ' (default: {value})', zh: '（默认：{value}）' },
  about: { en: 'about the configuration:', zh: '关于配置：' },
  invalid: { en: 'invalid configuration:\n{list}', zh: '配置有问题：\n{list}' },
  nothingStarted: {
    en: 'nothing was started; see docs/configuration.md for each setting, check without starting: kubemin config check',
    zh: '没有启动任何东西；docs/configuration.md 解释每项设置，kubemin config check 只检查不启动',
  },
});

/** What a value of a setting has to be; completes "is not …" and "set …". */
export const settingValueMessages = defineMessages('cli.settingValue', {
  oneOf: { en: 'one of {choices}', zh: '以下之一：{choices}' },
  aDuration: { en: 'a duration from {min} to {max}', zh: '介于 {min} 与 {max} 之间的时长' },
  addressWithPort: { en: 'an address with a port', zh: '带端口的地址' },
  trueOrFalse: { en: 'true or false', zh: '布尔值 true 或 false' },
  gatewayName: { en: 'a name, or a namespace and a name', zh: '名称，或命名空间加名称' },
  imagePattern: { en: 'an image, or the beginning of one followed by *', zh: '镜像，或其开头加 *' },
  anyText: { en: 'a text', zh: '文本' },
  wholeNumber: { en: 'a whole number', zh: '整数' },
  wholeNumberFrom: { en: 'a whole number from {min:number}', zh: '不小于 {min} 的整数' },
  wholeNumberBetween: { en: 'a whole number from {min:number} to {max:number}', zh: '介于 {min} 与 {max} 之间的整数' },
  host: { en: 'a host name or address', zh: '主机名或地址' },
  userName: { en: 'a user name', zh: '用户名' },
  simpleName: { en: 'a name of letters, digits and ._-', zh: '由字母、数字与 ._- 组成的名称' },
  broker: { en: 'the host:port of a broker', zh: '代理节点的 host:port' },
  consumerGroup: { en: 'the name of a consumer group', zh: '消费者组的名称' },
  database: { en: 'the name of a database', zh: '数据库的名称' },
  kubeContext: { en: 'the name of a context', zh: '上下文的名称' },
  path: { en: 'a path', zh: '路径' },
  chart: { en: 'an absolute path or oci:// reference of charts', zh: 'Chart 的绝对路径或 oci:// 引用' },
  pathWithoutSpaces: { en: 'an absolute path without spaces or quotes', zh: '不含空格和引号的绝对路径' },
  httpAddress: { en: 'an http or https address', zh: '使用 http 或 https 的地址' },
  registryMirror: {
    en: 'an http or https address, after `REGISTRY=` where it is not a mirror of docker.io',
    zh: '使用 http 或 https 的地址，若不是 docker.io 的镜像站则在前面加 `REGISTRY=`',
  },
  topic: { en: 'the name of a topic', zh: '主题的名称' },
  network: { en: 'an address or a network', zh: '地址或网络' },
  origin: { en: '`*` or an origin without a path', zh: '不带路径的来源，或 `*`' },
  namespaces: { en: 'a namespace, or a prefix of namespaces followed by `*`', zh: '命名空间，或命名空间的前缀加 `*`' },
  cores: { en: 'a number of cores or thousandths of one', zh: '核数或千分之一核数（以 m 表示）' },
  memory: { en: 'an amount of memory', zh: '内存大小' },
  resource: { en: 'the name of a resource', zh: '资源的名称' },
  jobsNamespace: {
    en: 'a name in which {{namespace}} stands for that of the application',
    zh: '以 {{namespace}} 代表应用命名空间的名称',
  },
});

/** What is wrong with the configuration of the platform. */
export const settingProblemMessages = defineMessages('cli.settingProblem', {
  notExpected: { en: '"{value}" is not {expected:message}', zh: '“{value}”不是{expected}' },
  listForValue: { en: 'expected one value, not a list', zh: '此处应为一个值，而不是列表' },
  emptyList: { en: 'the list is empty', zh: '列表为空' },
  unknownKey: { en: 'no setting has this name; it has no effect', zh: '没有这个名称的设置；它不起作用' },
  unknownVariable: { en: 'no setting has this variable; it has no effect', zh: '没有使用此变量的设置；它不起作用' },
  setTwice: {
    en: '"{first}" sets the same setting and takes precedence',
    zh: '“{first}”设置了同一内容，以它为准',
  },
  fileUnreadable: { en: 'the file cannot be read: {why:message}', zh: '无法读取该文件：{why}' },
  fileTooLong: {
    en: 'the file has {length:number} characters; at most {limit:number} are read',
    zh: '文件有 {length} 个字符；最多读取 {limit} 个',
  },
  notYaml: { en: 'this is not YAML: {reason:message}', zh: '不是 YAML：{reason}' },
  configFile: { en: 'a configuration file', zh: '配置文件' },
  quotedPath: { en: '"{path}"', zh: '“{path}”' },
  valueForGroup: {
    en: '{where:message} contains settings by name, not a single value or a list',
    zh: '{where}按名称包含设置，而不是单个值或列表',
  },
  groupForValue: { en: 'expected a value, not a group of names', zh: '此处应为值，而不是一组名称' },
  databaseMissing: {
    en: 'a {type} database needs its URL; there is no default',
    zh: '{type} 数据库需要其 URL；没有默认值',
  },
  databaseUnknown: { en: 'the URL does not begin with a known kind of database', zh: 'URL 不以已知的数据库类型开头' },
  databaseTypeConflict: {
    en: 'it names a {kind} database, but --datastore-type is {type}',
    zh: '它指定 {kind} 数据库，而 --datastore-type 为 {type}',
  },
  databaseFileMissing: { en: 'it names no file', zh: '其中没有文件名' },
  databaseNameConflict: {
    en: 'it is "{database}", but --datastore-url names "{named}"',
    zh: '它是“{database}”，而 --datastore-url 指定“{named}”',
  },
  portTwice: {
    en: '--port sets another port ({port:number}) and takes precedence',
    zh: '--port 设置了另一个端口（{port}），以它为准',
  },
  weakToken: {
    en: 'it has fewer than 20 characters, or some that a header cannot contain',
    zh: '它少于 20 个字符，或含有标头中不允许的字符',
  },
  sharedDatabaseNoop: {
    en: "several instances may share this database, but noop does not notify them of each other's work",
    zh: '多个实例可能共用此数据库，但 noop 不在它们之间传递通知',
  },
  retired: { en: 'it has no effect any more: {why:message}', zh: '它不再起作用：{why}' },
  brokersMissing: { en: 'no brokers of Kafka are set', zh: '没有设置 Kafka 的代理节点' },
  shorterThanSession: { en: 'it is shorter than the session ({session})', zh: '它短于会话时长（{session}）' },
  kafkaCredentials: {
    en: 'Kafka takes a user name and a password together',
    zh: 'Kafka 的用户名与密码须同时给出',
  },
  readFailureLimit: {
    en: 'after that many failed reads this instance stops reading the queue until it is restarted',
    zh: '读取失败达到此次数后，本实例不再读取队列，直到重新启动',
  },
  kafkaSessions: { en: 'Kafka finds dead consumers by their session', zh: 'Kafka 通过会话发现失联的消费者' },
  less: {
    en: '{shorter} ({short}) should be less than {longer} ({long}): otherwise {otherwise:message}',
    zh: '{shorter}（{short}）应小于 {longer}（{long}）：否则{otherwise}',
  },
  lessOrEqual: {
    en: '{shorter} ({short}) should be less than or equal to {longer} ({long}): otherwise {otherwise:message}',
    zh: '{shorter}（{short}）应不大于 {longer}（{long}）：否则{otherwise}',
  },
  fraction: {
    en: '{shorter} ({short}) should be at most 1/{times:number} of {longer} ({long}): otherwise {otherwise:message}',
    zh: '{shorter}（{short}）应不超过 {longer}（{long}）的 1/{times}：否则{otherwise}',
  },
});

/** What happens when two durations are in the wrong order. */
export const settingOrderMessages = defineMessages('cli.settingOrder', {
  twoLeaders: { en: 'two instances could lead at once', zh: '可能同时有两个领导者' },
  leaderGivesUp: { en: 'a leader gives up before it tries again', zh: '领导者在重试之前就会放弃' },
  runsStopped: { en: 'runs are stopped between two heartbeats', zh: '运行会在两次心跳之间被停止' },
  workTaken: {
    en: 'a short pause of the machine is enough for other instances to take the work of a live one',
    zh: '机器短暂停顿就足以使存活实例的工作被其他实例接管',
  },
  retriesNeverSlow: { en: 'the pause between tries never grows', zh: '重试的间隔不会增长' },
  pauseNeverGrows: { en: 'the pause never grows', zh: '间隔不会增长' },
  jobTakenOver: {
    en: 'messages of a consumer that hangs may be taken over while its job still has time',
    zh: '无响应的消费者的消息可能在其任务到期之前就被接管',
  },
  staleTooLate: {
    en: 'messages of dead consumers wait longer than needed',
    zh: '失联消费者的消息会等待过久',
  },
  failedReadsFaster: {
    en: 'reads that fail are repeated more often than reads that find nothing',
    zh: '失败的读取会比空读取重复得更频繁',
  },
  membersDead: { en: 'every member is considered dead', zh: '每个成员都会被视为失联' },
  sessionEnds: { en: 'a single late heartbeat may end a session', zh: '一次迟到的心跳就可能结束会话' },
});

/** How to fix problems of the configuration of the platform. */
export const settingFixMessages = defineMessages('cli.settingFix', {
  setExpected: { en: 'set {expected:message}, such as {example}', zh: '请设置{expected}，例如 {example}' },
  setList: {
    en: 'set a list of values such as {example}, separated by commas',
    zh: '请设置以逗号分隔的列表，其值例如 {example}',
  },
  didYouMean: { en: 'did you mean {name}?', zh: '是否指 {name}？' },
  removeKey: {
    en: 'remove it; kubemin config check lists all settings',
    zh: '请删除；kubemin config check 列出所有设置',
  },
  remove: { en: 'remove it', zh: '请删除' },
  removeOne: { en: 'remove one of them', zh: '请删除其中之一' },
  nameFile: { en: 'pass the path of a YAML file: --config FILE', zh: '请用 --config FILE 指定 YAML 文件的路径' },
  keepSettings: { en: 'pass a file with settings only', zh: '请给出只含设置的文件' },
  checkSyntax: {
    en: 'check quotes, colons and indentation at this position',
    zh: '请检查此处的引号、冒号与缩进',
  },
  oneSettingPerLine: {
    en: 'write one setting per line, as name: value, indented below it',
    zh: '请在其下方缩进，每行写一项设置，形如 name: value',
  },
  writeValue: { en: 'write name: value', zh: '请写成 name: value' },
  setDatabaseUrl: {
    en: 'set --datastore-url {type}://user:password@host:port/database',
    zh: '请设置 --datastore-url {type}://user:password@host:port/database',
  },
  databaseUrls: {
    en: 'use sqlite:<path>, postgres://user:password@host:port/database or mysql://user:password@host:port/database',
    zh: '请使用 sqlite:<path>、postgres://user:password@host:port/database 或 mysql://user:password@host:port/database',
  },
  dropDatabaseType: {
    en: 'remove --datastore-type, or correct one of them',
    zh: '请删除 --datastore-type，或改正其中之一',
  },
  writeFile: { en: 'use sqlite:<path>', zh: '请使用 sqlite:<path>' },
  encodeUrl: {
    en: 'percent-encode special characters in user and password; docs/databases.md has the settings after "?"',
    zh: '请对用户名与密码中的特殊字符作百分号编码；“?”之后的设置见 docs/databases.md',
  },
  dropIt: { en: 'remove it, or correct one of them', zh: '请删除它，或改正其中之一' },
  onePort: { en: 'set the port in one of them', zh: '请只在其中一处设置端口' },
  makeToken: { en: 'create one with: openssl rand -hex 32', zh: '可用此命令生成：openssl rand -hex 32' },
  shareQueue: {
    en: 'ignore it with one instance; with several, use redis or kafka, or rely on --workflow-local-poll-interval',
    zh: '只有一个实例时可忽略；有多个实例时，请使用 redis 或 kafka，或依靠 --workflow-local-poll-interval',
  },
  removeRetired: { en: 'remove it when convenient', zh: '方便时请删除' },
  setBrokers: {
    en: 'set --msg-kafka-brokers host:9092,host:9092',
    zh: '请设置 --msg-kafka-brokers host:9092,host:9092',
  },
  lengthenRebalance: {
    en: 'remove it, or make it at least as long as --msg-kafka-session-timeout',
    zh: '请删除它，或使其不短于 --msg-kafka-session-timeout',
  },
  setOther: { en: 'also set --{flag}', zh: '请同时设置 --{flag}' },
  keepReading: {
    en: 'leave it at 0: pauses grow automatically while the queue is unavailable',
    zh: '请保持为 0：队列不可用期间，间隔会自动增长',
  },
  seeSessionTimeout: { en: 'see --msg-kafka-session-timeout', zh: '请参阅 --msg-kafka-session-timeout' },
  reorder: { en: 'lower --{shorter} or raise --{longer}', zh: '请减小 --{shorter} 或增大 --{longer}' },
});

/** Why settings of the first KubeMin have no effect. */
export const retiredSettingMessages = defineMessages('cli.retiredSetting', {
  doc: { en: 'Has no effect: {why:message}.', zh: '不起作用：{why}。' },
  duration: {
    en: 'nothing ever used it; the lease has `--leader-lease-duration`',
    zh: '从未被使用；租约使用 `--leader-lease-duration`',
  },
  lockName: {
    en: 'the leader is a row of the database, which has one for each installation',
    zh: '领导者是数据库中的一行，每套安装各有一行',
  },
  leaderNamespace: {
    en: 'the leader is a row of the database, no object of Kubernetes',
    zh: '领导者是数据库中的一行，不是 Kubernetes 对象',
  },
  connections: { en: 'connections are kept until they break', zh: '连接一直保持，直到断开' },
  tracing: {
    en: 'there is no tracing; runs keep their own times and events',
    zh: '没有追踪功能；运行自行记录时间与事件',
  },
  profiling: {
    en: 'no port is opened for profiling; `node --inspect` opens one',
    zh: '不会打开用于性能分析的端口；`node --inspect` 可打开一个',
  },
  cacheType: {
    en: 'nothing is cached outside the process; the block only has the address of Redis',
    zh: '进程之外没有缓存；该配置块只含 Redis 的地址',
  },
  cache: { en: 'nothing is cached outside the process', zh: '进程之外没有缓存' },
  cachePrefix: {
    en: 'nothing is cached outside the process; see `--msg-channel-prefix`',
    zh: '进程之外没有缓存；请参阅 `--msg-channel-prefix`',
  },
});
