import { defineMessages } from '@kubemin/base/message';

/** About what waits for its turn, and who takes it up. */
export const queueMessages = defineMessages('cli.queue', {
  nothingWaits: { en: 'nothing waits', zh: '没有运行在等待' },
  application: { en: 'run {run:number} of the same application goes first', zh: '同一应用的运行 {run} 在前' },
  capacity: { en: 'all places are taken', zh: '位置已满' },
  noWorker: { en: 'no worker is alive', zh: '没有存活的执行者' },
  starting: { en: 'about to begin', zh: '即将开始' },
  more: { en: '… and {count:number} more', zh: '……另有 {count} 个' },
  alive: { en: 'alive', zh: '存活' },
  leads: { en: 'leads', zh: '主导' },
  lost: { en: 'lost', zh: '失联' },
  comma: { en: ', ', zh: ',' },
});

/** About runs. */
export const runMessages = defineMessages('cli.run', {
  named: { en: 'run {run:number}', zh: '运行 {run}' },
  waitsFor: { en: 'waits for run {run:number}', zh: '等待运行 {run}' },
  isWaiting: {
    en: 'it waits for run {run:number}; kubemin run cancel {run:number} ends that one',
    zh: '它在等待运行 {run};kubemin run cancel {run} 可结束那次运行',
  },
  keys: { en: 'l shows logs, d leaves it running, c twice cancels it', zh: '按 l 看日志，d 离开，两次 c 取消' },
  nothingWritten: {
    en: 'no program of this run has ended with something to read yet',
    zh: '此运行中还没有程序结束并留下可读的内容',
  },
  cancelledHere: { en: 'cancelled from run watch', zh: '从 run watch 中取消' },
  started: { en: 'run queued', zh: '运行已排队' },
  goesOn: { en: 'the run goes on', zh: '运行仍在继续' },
  notCancelled: { en: 'the run was not cancelled, and goes on', zh: '运行没有被取消，仍在继续' },
  timedOut: { en: 'waited {time}, and the run goes on', zh: '已等待 {time}，运行仍在继续' },
  done: { en: '{app}: done in {time}', zh: '{app}：完成，用时 {time}' },
  whatNext: { en: 'what succeeded is kept', zh: '已成功的部分会保留' },
  toFollow: { en: 'follows it', zh: '跟踪它' },
  toComeBack: { en: 'follows it again', zh: '再次跟踪' },
  toEndIt: { en: 'ends it', zh: '结束它' },
  toSeeHowItFares: { en: 'how it fares', zh: '查看现状' },
  toSeeWhatWasDone: { en: 'what was done, job by job', zh: '逐个任务查看做了什么' },
  toTakeItUp: { en: 'resume from the failed job', zh: '从失败的任务继续' },
  wroteLast: { en: 'what {program} wrote last:', zh: '{program} 最后输出的内容：' },
  retried: { en: '(retry {times:number})', zh: '（重试 {times} 次）' },
  moreRows: { en: '{rows:number} more', zh: '另有 {rows} 项' },
  ended: { en: 'run {state}', zh: '运行{state}' },
  changed: { en: 'run {run:number} {state}', zh: '运行 {run} {state}' },
  howToAnswer: {
    en: '(kubemin run approve {run:number}, or reject)',
    zh: '（kubemin run approve {run} 同意，reject 拒绝）',
  },
  approved: { en: 'approved: {question} (run {run:number})', zh: '已同意：{question}（运行 {run}）' },
  rejected: { en: 'rejected: {question} (run {run:number})', zh: '已拒绝：{question}（运行 {run}）' },
  isNow: { en: 'run {run:number} is {state}', zh: '运行 {run}：{state}' },
  endOfLog: { en: '{program} (the end of its log)', zh: '{program}（日志末尾）' },
  noLog: { en: 'no log was kept of run {run:number}', zh: '没有保存运行 {run} 的日志' },
  again: {
    en: '{app} revision {revision:number}: run {earlier:number} again, as run {run:number}',
    zh: '{app} 修订版 {revision}：重做运行 {earlier}，新的运行是 {run}',
  },
  noStart: {
    en: 'run {run:number} is a {kind:message}, which has no start to go back to',
    zh: '运行 {run} 是 {kind}，没有可以重来的起点',
  },
  jobOrStart: {
    en: '--job does one job again, and --from start everything',
    zh: '--job 只重做一个任务，--from start 全部重做',
  },
  retryFailed: {
    en: 'kubemin run retry {run:number} --from failed resumes from the failed job',
    zh: 'kubemin run retry {run} --from failed 从中断处接续',
  },
  none: { en: 'no such runs', zh: '没有这样的运行' },
  moreRuns: {
    en: 'these are the newest {limit:number}; --limit shows more',
    zh: '这是最新的 {limit} 个；--limit 可列出更多',
  },
  neverRun: { en: '{app} has not been run yet', zh: '{app} 还没有运行过' },
  noneUnderWay: { en: 'no run of {app} is under way', zh: '{app} 没有正在进行的运行' },
  deployFirst: { en: 'kubemin deploy FILE stores a document and runs it', zh: 'kubemin deploy FILE 保存文档并运行' },
  neither: {
    en: 'there is neither a run nor an application {target}',
    zh: '既没有运行 {target}，也没有这个名称的应用',
  },
  orRuns: {
    en: 'applications: {applications:message}; kubemin run ls lists the runs',
    zh: '应用：{applications}；kubemin run ls 列出运行',
  },
  listWith: { en: 'kubemin run ls {app} shows its runs', zh: 'kubemin run ls {app} 列出其运行' },
  remove: { en: 'remove', zh: '移除' },
  restore: { en: 'restore', zh: '恢复' },
  scale: { en: 'scale', zh: '扩缩' },
  restart: { en: 'restart', zh: '重启' },
  release: { en: 'release', zh: '释放' },
});
