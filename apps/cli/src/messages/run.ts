import { defineMessages } from '@kubemin/base/message';

/** About what waits for its turn, and who takes it up. */
export const queueMessages = defineMessages('cli.queue', {
  nothingWaits: { en: 'no runs waiting', zh: '没有运行在等待' },
  application: { en: 'waits for run {run:number} of the same application', zh: '同一应用的运行 {run} 在前' },
  capacity: { en: 'all slots are in use', zh: '位置已满' },
  noWorker: { en: 'no live worker', zh: '没有存活的执行者' },
  starting: { en: 'starting', zh: '即将开始' },
  more: { en: '… and {count:number} more', zh: '……另有 {count} 个' },
  alive: { en: 'alive', zh: '存活' },
  leads: { en: 'leader', zh: '领导者' },
  lost: { en: 'lost', zh: '失联' },
  comma: { en: ', ', zh: ',' },
});

/** About runs. */
export const runMessages = defineMessages('cli.run', {
  named: { en: 'run {run:number}', zh: '运行 {run}' },
  waitsFor: { en: 'waits for run {run:number}', zh: '等待运行 {run}' },
  isWaiting: {
    en: 'it waits for run {run:number}; cancel that one with kubemin run cancel {run:number}',
    zh: '它在等待运行 {run}；kubemin run cancel {run} 可结束那次运行',
  },
  keys: { en: 'l: show logs, d: detach, c twice: cancel', zh: 'l：日志，d：离开，按两次 c：取消' },
  nothingWritten: {
    en: 'no program of this run has finished with output yet',
    zh: '此运行中还没有程序结束并留下可读的内容',
  },
  cancelledHere: { en: 'cancelled from run watch', zh: '从 run watch 中取消' },
  started: { en: 'run queued', zh: '运行已排队' },
  goesOn: { en: 'the run continues', zh: '运行仍在继续' },
  notCancelled: { en: 'the run was not cancelled and continues', zh: '运行没有被取消，仍在继续' },
  timedOut: { en: 'timed out after {time}; the run continues', zh: '等待 {time} 后超时；运行仍在继续' },
  done: { en: '{app}: done in {time}', zh: '{app}：完成，用时 {time}' },
  whatNext: { en: 'completed jobs are kept', zh: '已完成的任务会保留' },
  toFollow: { en: 'follow it', zh: '跟踪它' },
  toComeBack: { en: 'follow it again', zh: '再次跟踪' },
  toEndIt: { en: 'cancel it', zh: '取消它' },
  toShowStatus: { en: 'show its status', zh: '查看现状' },
  toSeeWhatWasDone: { en: 'show its jobs', zh: '查看其任务' },
  toTakeItUp: { en: 'resume from the failed job', zh: '从失败的任务继续' },
  wroteLast: { en: 'last output of {program}:', zh: '{program} 最后输出的内容：' },
  retried: { en: '(retry {times:number})', zh: '（重试 {times} 次）' },
  moreRows: { en: '{rows:number} more', zh: '另有 {rows} 项' },
  ended: { en: 'run {state}', zh: '运行{state}' },
  changed: { en: 'run {run:number} {state}', zh: '运行 {run} {state}' },
  approvalCommand: {
    en: '(kubemin run approve {run:number}, or reject)',
    zh: '（kubemin run approve {run} 同意，reject 拒绝）',
  },
  approved: { en: 'approved: {question} (run {run:number})', zh: '已同意：{question}（运行 {run}）' },
  rejected: { en: 'rejected: {question} (run {run:number})', zh: '已拒绝：{question}（运行 {run}）' },
  isNow: { en: 'run {run:number} is {state}', zh: '运行 {run}：{state}' },
  endOfLog: { en: '{program} (the end of its log)', zh: '{program}（日志末尾）' },
  noLog: { en: 'no log was stored for run {run:number}', zh: '没有保存运行 {run} 的日志' },
  again: {
    en: '{app} revision {revision:number}: run {earlier:number} again, as run {run:number}',
    zh: '{app} 修订版 {revision}：重做运行 {earlier}，新的运行是 {run}',
  },
  noStart: {
    en: 'run {run:number} is a {kind:message}, which cannot be run from the start',
    zh: '运行 {run} 是 {kind}，无法从头重做',
  },
  jobOrStart: {
    en: '--job and --from start cannot be used together',
    zh: '--job 与 --from start 不能同时使用',
  },
  retryFailed: {
    en: 'resume from the failed job with kubemin run retry {run:number} --from failed',
    zh: 'kubemin run retry {run} --from failed 从中断处接续',
  },
  none: { en: 'no runs found', zh: '没有这样的运行' },
  moreRuns: {
    en: 'showing the newest {limit:number}; show more with --limit',
    zh: '这是最新的 {limit} 个；--limit 可列出更多',
  },
  neverRun: { en: '{app} has not been run yet', zh: '{app} 还没有运行过' },
  noneUnderWay: { en: 'no run of {app} is in progress', zh: '{app} 没有正在进行的运行' },
  deployFirst: { en: 'deploy it with kubemin deploy FILE', zh: '请部署：kubemin deploy FILE' },
  neither: {
    en: 'no run or application {target} found',
    zh: '既没有运行 {target}，也没有这个名称的应用',
  },
  orRuns: {
    en: 'applications: {applications:message}; kubemin run ls lists the runs',
    zh: '应用：{applications}；kubemin run ls 列出运行',
  },
  listWith: { en: 'list its runs with kubemin run ls {app}', zh: 'kubemin run ls {app} 列出其运行' },
  remove: { en: 'remove', zh: '移除' },
  restore: { en: 'restore', zh: '恢复' },
  scale: { en: 'scale', zh: '扩缩' },
  restart: { en: 'restart', zh: '重启' },
  release: { en: 'release', zh: '释放' },
});

/** About reports of ends of runs to addresses outside. */
export const callbackMessages = defineMessages('cli.callback', {
  line: { en: 'callback: {attempt}', zh: '回调：{attempt}' },
  delivered: { en: 'attempt {number:number} to {origin}: delivered', zh: '第 {number} 次尝试（{origin}）：已送达' },
  failedAttempt: {
    en: 'attempt {number:number} to {origin}: {reason}',
    zh: '第 {number} 次尝试（{origin}）：{reason}',
  },
  openAttempt: {
    en: 'attempt {number:number} to {origin}: no outcome yet',
    zh: '第 {number} 次尝试（{origin}）：尚无结果',
  },
  lostAttempt: {
    en: 'attempt {number:number} to {origin}: no outcome, its instance died',
    zh: '第 {number} 次尝试（{origin}）：没有结果，其实例已消失',
  },
  waits: { en: 'callback to {origin}: waits for the end of the run', zh: '回调 {origin}：等待运行结束' },
  next: { en: 'callback to {origin}: next attempt at {time}', zh: '回调 {origin}：下一次尝试在 {time}' },
  gaveUp: { en: 'callback to {origin}: not delivered, no further attempts', zh: '回调 {origin}：未送达，不再尝试' },
});

/** What runs do, by their kinds. */
export const runKindMessages = defineMessages('cli.runKind', {
  deploy: { en: 'deploy', zh: '部署' },
  scale: { en: 'scale', zh: '扩缩' },
  restart: { en: 'restart', zh: '重启' },
  delete: { en: 'delete', zh: '删除' },
  undo: { en: 'undo', zh: '撤销' },
});

/** About what runs after an update that did not complete. */
export const servingMessages = defineMessages('cli.serving', {
  whole: {
    en: 'the previous version is still serving: revision {revision:number}',
    zh: '仍由之前的版本提供服务：修订版 {revision}',
  },
  restored: {
    en: 'revision {refused:number} was rejected; revision {restored:number} is serving, stored again as revision {revision:number}',
    zh: '修订版 {refused} 已被拒绝；由修订版 {restored} 提供服务，已另存为修订版 {revision}',
  },
  none: {
    en: 'no version is serving',
    zh: '目前没有任何版本提供服务',
  },
  parts: { en: 'serving: {parts}', zh: '提供服务的版本：{parts}' },
  part: { en: '{component} revision {revision:number}', zh: '{component} 修订版 {revision}' },
  nothing: { en: '{component} none', zh: '{component} 无' },
  still: { en: '{message}; still revision {revision:number}', zh: '{message}；仍为修订版 {revision}' },
  toGoBack: { en: 'roll back to revision {revision:number}', zh: '回滚到修订版 {revision}' },
});
