import { defineMessages } from '@kubemin/base/message';

/** About starting and stopping. */
export const startMessages = defineMessages('cli.start', {
  alreadyRuns: { en: 'KubeMin is already running on {path}{who}', zh: 'KubeMin 已在 {path} 上运行{who}' },
  useOrStop: {
    en: 'use it (kubemin status), stop it (kubemin down), or choose another directory (--data-dir DIR)',
    zh: '使用它（kubemin status），停止它（kubemin down），或另选目录（--data-dir DIR）',
  },
  databaseInUse: { en: 'another KubeMin is using {url}', zh: '另一个 KubeMin 正在使用 {url}' },
  sqliteIsForOne: {
    en: 'only one process can use a SQLite file; stop the other one, or use PostgreSQL or MySQL (--datastore-url)',
    zh: 'SQLite 文件只供一个进程使用；请停止另一个，或让两者都使用 PostgreSQL 或 MySQL（--datastore-url）',
  },
  leadershipLost: {
    en: 'leadership lost: the lease was not renewed before its deadline; other instances continue its work',
    zh: '失去领导权：租约未能在期限前续期；其工作由其他实例继续',
  },
  startAgain: {
    en: 'restart it, or use --exit-on-lost-leader=false to continue as a follower',
    zh: '请重新启动，或用 --exit-on-lost-leader=false 作为跟随者继续',
  },
  logUnwritable: { en: 'the log {path} cannot be written: {why:message}', zh: '无法写入日志 {path}：{why}' },
  logBroken: {
    en: 'the log {path} cannot be written any more: {why:message}',
    zh: '无法继续写入日志 {path}：{why}',
  },
  moveAway: {
    en: 'move the file at that path, or choose another directory with --data-dir DIR',
    zh: '请移走那里的内容，或用 --data-dir DIR 另选目录',
  },
  directoryUnwritable: {
    en: 'the data directory {path} cannot be written: {why:message}',
    zh: '无法写入数据目录 {path}：{why}',
  },
  isFile: { en: 'the path or a part of it is a file', zh: '它或其路径中的一部分是文件' },
  notPermitted: { en: 'permission denied', zh: '没有权限' },
  readOnlyDisk: { en: 'the disk is read-only', zh: '磁盘只读' },
  diskFull: { en: 'no space left on the disk', zh: '磁盘空间不足' },
  startOnFullDisk: {
    en: 'cannot start: {path} cannot be written: no space left on the disk ({freeKiB:number} KiB free)',
    zh: '无法启动：无法写入 {path}：磁盘空间不足（剩余 {freeKiB} KiB）',
  },
  freeSpace: {
    en: 'free at least 20 MiB on that disk and start again, or choose another directory with --data-dir DIR',
    zh: '请在该磁盘上腾出至少 20 MiB 后重新启动，或用 --data-dir DIR 另选目录',
  },
  nameTooLong: { en: 'its name is too long', zh: '名称太长' },
  noDirectoryThere: { en: 'cannot create the directory', zh: '无法创建目录' },
  chooseDirectory: {
    en: 'choose a writable directory with --data-dir DIR, or set KUBEMIN_HOME',
    zh: '请用 --data-dir DIR 选择可写的目录，或设置 KUBEMIN_HOME',
  },
  directoryForeign: {
    en: '{path} is not a data directory of KubeMin and not empty (contains {name}); nothing was changed',
    zh: '{path} 不是 KubeMin 的数据目录，且不为空（其中有 {name}）；未做任何改动',
  },
  chooseEmptyDirectory: {
    en: 'choose an empty or new directory with --data-dir DIR, or set KUBEMIN_HOME',
    zh: '请用 --data-dir DIR 选择空目录或新目录，或设置 KUBEMIN_HOME',
  },
  choosePort: {
    en: 'choose another with {flag} PORT; {command} picks a free one',
    zh: '请用 {flag} PORT 另选端口；{command} 任选空闲端口',
  },
  portMoved: {
    en: 'port {taken:number} is in use; using {used:number} (choose another with {flag} PORT)',
    zh: '端口 {taken} 已被占用；改用 {used}（可用 {flag} PORT 另选）',
  },
  deliveredBefore: { en: 'already delivered', zh: '已交付' },
  demoDeleted: {
    en: 'not deployed because it was deleted before; deploy it with {command}',
    zh: '此前已删除，不再部署；{command} 可重新部署',
  },
  othersRun: {
    en: 'another KubeMin is running: {running}; starting this one on {path}',
    zh: '另有 KubeMin 正在运行：{running}；这一个在 {path} 上启动',
  },
  run: { en: 'run {number:number}', zh: '运行 {number}' },
  runGoesOn: { en: 'run {number:number} continues', zh: '运行 {number} 继续' },
  podsStopped: {
    en: 'KubeMin was not running on {path}; stopped the pods it had left',
    zh: 'KubeMin 没有在 {path} 上运行；已停止其遗留的 Pod',
  },
  doesNotRun: { en: 'KubeMin is not running on {path}', zh: 'KubeMin 没有在 {path} 上运行' },
  stillStarting: { en: 'KubeMin on {path} is still starting', zh: '{path} 上的 KubeMin 还在启动' },
  tryAgain: {
    en: 'try again later, or press Ctrl-C in the terminal where it was started',
    zh: '请稍后再试，或在启动它的终端按 Ctrl-C',
  },
  cannotStop: { en: 'process {pid:number} cannot be stopped: {why:message}', zh: '无法停止进程 {pid}：{why}' },
  asItsUser: { en: 'stop it as the user who started it', zh: '请以启动它的用户来停止' },
  hasNotStopped: {
    en: 'process {pid:number} did not stop within {seconds:number} s',
    zh: '进程 {pid} 在 {seconds} 秒内没有停止',
  },
  lookAtLog: {
    en: 'see {path}; killing the process loses no data',
    zh: '请查看 {path}；强行终止该进程不会丢失数据',
  },
  stopped: { en: 'stopped; start it again with {command}', zh: '已停止；用 {command} 再次启动' },
  serverStopped: { en: 'stopped', zh: '已停止' },
  apiserverIsUp: { en: 'API server is up', zh: 'API 服务器已启动' },
  storage: { en: '({backend} storage)', zh: '（{backend} 存储）' },
  thisMachineOnly: { en: '(this machine only)', zh: '（仅限本机）' },
  badFlags: { en: 'invalid command line:\n{list}', zh: '命令行有问题：\n{list}' },
  explainsFlags: { en: 'see kubemin apiserver --help', zh: 'kubemin apiserver --help 解释每个选项' },
  tokenFileUnreadable: {
    en: 'the token file {file} cannot be read: {why:message}',
    zh: '无法读取令牌文件 {file}：{why}',
  },
  nameTokenFile: {
    en: 'name an existing file: --token-auth-file FILE',
    zh: '请指定存在的文件：--token-auth-file FILE',
  },
  admissionFileUnreadable: {
    en: 'the admission configuration {path} cannot be read: {why:message}',
    zh: '无法读取准入配置 {path}：{why}',
  },
  nameAdmissionFile: {
    en: 'name a readable AdmissionConfiguration (--admission-control-config-file), or omit the option',
    zh: '请指定可读的 AdmissionConfiguration（--admission-control-config-file），或不写此选项',
  },
});

/** Problems of the flags of `kubemin apiserver`. */
export const apiserverFlagMessages = defineMessages('cli.apiserverFlag', {
  unknownBackend: { en: '--backend {backend}: must be one of {known}', zh: '--backend {backend}：须为 {known} 之一' },
  needsFlag: { en: '{flag} requires {other}', zh: '{flag} 须与 {other} 一起使用' },
  kubectlConflict: {
    en: '--kubectl-disabled and --kubectl-ephemeral-token exclude each other',
    zh: '--kubectl-disabled 与 --kubectl-ephemeral-token 不能同时使用',
  },
  trueOrFalse: { en: '{name} {value}: must be true or false', zh: '{name} {value}：须为 true 或 false' },
  duration: {
    en: '{name} {value}: must be a duration such as 90s, 60m or 1h30m',
    zh: '{name} {value}：须为时长，例如 90s、60m 或 1h30m',
  },
  count: { en: '{name} {value}: must be a whole number from 1', zh: '{name} {value}：须为不小于 1 的整数' },
  port: {
    en: '{name} {value}: must be a port, a whole number from 0 to {max:number}',
    zh: '{name} {value}：须为端口，即 0 到 {max} 的整数',
  },
  apiextPrefix: {
    en: '--apiext-prefix {prefix}: must be one segment of a path that the API server does not use',
    zh: '--apiext-prefix {prefix}：须为路径中的一段，且未被 API 服务器使用',
  },
  apiextUrl: {
    en: '--apiext-url {url}: must be an address such as http://127.0.0.1:6084, without a path',
    zh: '--apiext-url {url}：须为不带路径的地址，例如 http://127.0.0.1:6084',
  },
  verbosity: {
    en: '{name} {value}: must be a whole number; {debug:number} and more logs everything',
    zh: '{name} {value}：须为整数；{debug} 及以上记录全部',
  },
});
