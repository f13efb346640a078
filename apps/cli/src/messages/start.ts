import { defineMessages } from '@kubemin/base/message';

/** About starting and stopping. */
export const startMessages = defineMessages('cli.start', {
  alreadyRuns: { en: 'KubeMin already runs on {path}{who}', zh: 'KubeMin 已在 {path} 上运行{who}' },
  useOrStop: {
    en: 'use it as it is (kubemin status), stop it (kubemin down), or give this one a directory of its own (--data-dir DIR)',
    zh: '直接使用它（kubemin status），停止它（kubemin down），或为这一个另选目录（--data-dir DIR）',
  },
  databaseInUse: { en: 'another KubeMin works on {url}', zh: '另一个 KubeMin 正在使用 {url}' },
  sqliteIsForOne: {
    en: 'a SQLite file is for one process; stop the other one, or let both use PostgreSQL or MySQL (--datastore-url)',
    zh: 'SQLite 文件只供一个进程使用；请停止另一个，或让两者都使用 PostgreSQL 或 MySQL（--datastore-url）',
  },
  leadershipLost: {
    en: 'this instance led and could not renew that in time; what it had under way goes to the others',
    zh: '本实例曾是领导者，但未能及时续期；其进行中的工作交给其他实例',
  },
  startAgain: {
    en: 'start it again; with --exit-on-lost-leader=false it would have gone on as a follower',
    zh: '请重新启动；若设 --exit-on-lost-leader=false，它会作为跟随者继续',
  },
  logUnwritable: { en: 'the log {path} cannot be written: {why:message}', zh: '无法写入日志 {path}：{why}' },
  moveAway: {
    en: 'move what stands there away, or choose another directory with --data-dir DIR',
    zh: '请移走那里的内容，或用 --data-dir DIR 另选目录',
  },
  directoryUnwritable: {
    en: 'the data directory {path} cannot be written: {why:message}',
    zh: '无法写入数据目录 {path}：{why}',
  },
  isFile: { en: 'it, or a part of its path, is a file', zh: '它或其路径中的一部分是文件' },
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
  noDirectoryThere: { en: 'no directory can be made there', zh: '无法在那里创建目录' },
  chooseDirectory: {
    en: 'choose a directory you may write with --data-dir DIR, or set KUBEMIN_HOME',
    zh: '请用 --data-dir DIR 选择可写的目录，或设置 KUBEMIN_HOME',
  },
  directoryForeign: {
    en: '{path} is no data directory of KubeMin and not empty ({name} is in it); nothing in it was touched',
    zh: '{path} 不是 KubeMin 的数据目录，且不为空（其中有 {name}）；未做任何改动',
  },
  chooseEmptyDirectory: {
    en: 'choose a directory of its own with --data-dir DIR, or set KUBEMIN_HOME; it is made if need be',
    zh: '请用 --data-dir DIR 另选专用目录，或设置 KUBEMIN_HOME；目录不存在时会自动创建',
  },
  choosePort: {
    en: 'choose another with {flag} PORT; {command} picks a free one',
    zh: '请用 {flag} PORT 另选端口；{command} 任选空闲端口',
  },
  portMoved: {
    en: 'port {taken:number} is taken; using {used:number} ({flag} PORT chooses another)',
    zh: '端口 {taken} 已被占用；改用 {used}（可用 {flag} PORT 另选）',
  },
  deliveredBefore: { en: 'delivered before, nothing to do', zh: '此前已交付，无需操作' },
  demoDeleted: {
    en: 'deleted before, not deployed again; {command} deploys it',
    zh: '此前已删除，不再部署；{command} 可重新部署',
  },
  othersRun: {
    en: 'another KubeMin runs: {running}; this one starts on {path}',
    zh: '另有 KubeMin 正在运行：{running}；这一个在 {path} 上启动',
  },
  run: { en: 'run {number:number}', zh: '运行 {number}' },
  runGoesOn: { en: 'run {number:number} goes on', zh: '运行 {number} 继续' },
  podsStopped: {
    en: 'KubeMin did not run on {path}; the pods that it had left there are stopped',
    zh: 'KubeMin 没有在 {path} 上运行；已停止其遗留的 Pod',
  },
  doesNotRun: { en: 'KubeMin does not run on {path}', zh: 'KubeMin 没有在 {path} 上运行' },
  stillStarting: { en: 'KubeMin on {path} is still starting', zh: '{path} 上的 KubeMin 还在启动' },
  tryAgain: {
    en: 'try again in a moment, or press Ctrl-C where it was started',
    zh: '请稍后再试，或在启动它的终端按 Ctrl-C',
  },
  cannotStop: { en: 'process {pid:number} cannot be stopped: {why:message}', zh: '无法停止进程 {pid}：{why}' },
  asItsUser: { en: 'stop it as the user who started it', zh: '请以启动它的用户来停止' },
  hasNotStopped: {
    en: 'process {pid:number} has not stopped within {seconds:number} s',
    zh: '进程 {pid} 在 {seconds} 秒内没有停止',
  },
  lookAtLog: {
    en: 'look at {path}; nothing is lost if the process is killed',
    zh: '请查看 {path}；强行终止该进程不会丢失任何内容',
  },
  stopped: { en: 'stopped; {command} brings everything back', zh: '已停止；{command} 恢复一切' },
  serverStopped: { en: 'stopped', zh: '已停止' },
  apiserverIsUp: { en: 'API server is up', zh: 'API 服务器已启动' },
  storage: { en: '({backend} storage)', zh: '（{backend} 存储）' },
  thisMachineOnly: { en: '(this machine only)', zh: '（仅限本机）' },
  badFlags: { en: 'the command line has problems:\n{list}', zh: '命令行有问题：\n{list}' },
  explainsFlags: { en: 'kubemin apiserver --help explains each flag', zh: 'kubemin apiserver --help 解释每个选项' },
  tokenFileUnreadable: {
    en: 'the token file {file} cannot be read: {why:message}',
    zh: '无法读取令牌文件 {file}：{why}',
  },
  nameTokenFile: {
    en: 'name a file that is there: --token-auth-file FILE',
    zh: '请指定存在的文件：--token-auth-file FILE',
  },
});
