import { optionalArgument } from '../command/arguments.ts';
import { activeRunArgument, latestRunArgument, waitOption } from '../command/common-parameters.ts';
import { defineCommand } from '../command/define-command.ts';
import { choice, choiceList, flag, option } from '../command/options.ts';
import { durationMs, wholeNumber } from '../command/readers/readers.ts';

/** `kubemin run approve`. */
export const runApproveCommand = defineCommand({
  path: ['run', 'approve'],
  group: 'runs',
  summary: { en: 'agree to what a run asks, so that it goes on', zh: '同意运行所请求的事，使其继续' },
  arguments: { target: activeRunArgument },
  options: {
    job: option('--job <name>', { en: 'which job, when several ask', zh: '哪个任务（有多个在询问时）' }),
    comment: option('--comment <text>', { en: 'a word to those who look later', zh: '留给之后查看者的话' }),
  },
  examples: [{ line: 'kubemin run approve asking --comment "ship it"', needs: 'demo' }],
  load: async () => {
    const { decideRun } = await import('./run.ts');
    return (context, input) => decideRun(context, { ...input, verdict: 'approved' });
  },
});

/** `kubemin run cancel`. */
export const runCancelCommand = defineCommand({
  path: ['run', 'cancel'],
  group: 'runs',
  summary: { en: 'cancel a run', zh: '取消一次运行' },
  arguments: { target: activeRunArgument },
  help: {
    en: 'What the run has delivered stays as it is. With --clean-up, another run then removes what this one created; what was there before, and volumes with their data, stay. A run that was cancelled already is cleaned up as well.',
    zh: '运行已交付的内容保持原样。加上 --clean-up 后，会由另一次运行删除该运行所创建的内容；之前已有的内容以及卷和数据保留。已取消的运行同样可以清理。',
  },
  options: {
    reason: option('--reason <text>', { en: 'why, for those who look later', zh: '原因，留给之后查看的人' }),
    cleanUp: flag('--clean-up', { en: 'then remove what the run created', zh: '随后删除该运行所创建的内容' }),
    wait: waitOption,
  },
  examples: [
    { line: 'kubemin run cancel slow --reason "wrong image"', needs: 'demo' },
    { line: 'kubemin run cancel slow --clean-up', needs: 'demo', alone: true },
  ],
  load: async () => {
    const { cancelRun } = await import('./run.ts');
    return cancelRun;
  },
});

/** `kubemin run logs`. */
export const runLogsCommand = defineCommand({
  path: ['run', 'logs'],
  group: 'runs',
  summary: {
    en: 'show what the programs of its steps and the pods it delivered have written',
    zh: '显示运行各步骤的程序以及所交付的 Pod 写的内容',
  },
  arguments: { target: latestRunArgument },
  options: {
    step: option('--step <name>', { en: 'of this step only', zh: '只看这个步骤' }),
    tail: option(
      '--tail <lines>',
      { en: 'only so many of the last lines', zh: '只看最后多少行' },
      wholeNumber(0, 1_000_000),
    ),
  },
  examples: [{ line: 'kubemin run logs demo', needs: 'demo' }],
  load: async () => {
    const { showLogs } = await import('./run-logs.ts');
    return showLogs;
  },
});

/** `kubemin run ls`. */
export const runLsCommand = defineCommand({
  path: ['run', 'ls'],
  group: 'runs',
  summary: { en: 'list runs, the newest first', zh: '列出运行，最新的在前' },
  arguments: {
    app: optionalArgument('app', {
      en: 'name or id of an application (default: all of them)',
      zh: '应用的名称或 id（默认：所有应用）',
    }),
  },
  options: {
    status: choiceList('--status <state...>', { en: 'only those in these states', zh: '只列出处于这些状态的' }, [
      'waiting',
      'queued',
      'running',
      'completed',
      'failed',
      'timeout',
      'cancelled',
      'rejected',
    ]),
    kind: choiceList('--kind <kind...>', { en: 'only those that do this', zh: '只列出做这些事的' }, [
      'deploy',
      'scale',
      'restart',
      'delete',
      'undo',
    ]),
    by: option('--by <user>', { en: 'only those this user asked for', zh: '只列出该用户发起的' }),
    since: option(
      '--since <duration>',
      { en: 'only those asked for within this time, as 2h or 7d', zh: '只列出这段时间内发起的，如 2h 或 7d' },
      durationMs,
    ),
    limit: option(
      '--limit <count>',
      { en: 'at most this many (default: 50)', zh: '最多列出多少个（默认：50）' },
      wholeNumber(1, 500),
    ),
  },
  examples: [
    { line: 'kubemin run ls', needs: 'demo' },
    { line: 'kubemin run ls demo --status completed --since 1h', needs: 'demo' },
  ],
  load: async () => {
    const { listRuns } = await import('./run-ls.ts');
    return listRuns;
  },
});

/** `kubemin run reject`. */
export const runRejectCommand = defineCommand({
  path: ['run', 'reject'],
  group: 'runs',
  summary: { en: 'refuse what a run asks, which ends it', zh: '拒绝运行所请求的事，运行随之结束' },
  arguments: { target: activeRunArgument },
  options: {
    job: option('--job <name>', { en: 'which job, when several ask', zh: '哪个任务（有多个在询问时）' }),
    comment: option('--comment <text>', { en: 'a word to those who look later', zh: '留给之后查看者的话' }),
  },
  examples: [{ line: 'kubemin run reject asking --comment "not today"', needs: 'demo' }],
  load: async () => {
    const { decideRun } = await import('./run.ts');
    return (context, input) => decideRun(context, { ...input, verdict: 'rejected' });
  },
});

/** `kubemin run retry`. */
export const runRetryCommand = defineCommand({
  path: ['run', 'retry'],
  group: 'runs',
  summary: {
    en: 'take up a run that has ended: what succeeded is kept, the rest runs again',
    zh: '接续一次已结束的运行：保留成功的部分，其余重新执行',
  },
  arguments: { target: latestRunArgument },
  options: {
    from: choice(
      '--from <where>',
      {
        en: 'failed: what succeeded is kept (default); start: everything, of the same revision',
        zh: 'failed：保留成功的部分（默认）；start：同一修订版全部重做',
      },
      ['failed', 'start'],
    ),
    job: option('--job <name>', { en: 'do this job again, and nothing else', zh: '只重做这个任务' }),
    wait: waitOption,
  },
  examples: [{ line: 'kubemin run retry cancelled --from failed', needs: 'demo' }],
  load: async () => {
    const { retryRun } = await import('./run.ts');
    return retryRun;
  },
});

/** `kubemin run show`. */
export const runShowCommand = defineCommand({
  path: ['run', 'show'],
  group: 'runs',
  summary: {
    en: 'show a run as it stands: steps, jobs, attempts, durations, errors',
    zh: '显示一次运行的现状：步骤、任务、尝试次数、耗时、错误',
  },
  arguments: { target: latestRunArgument },
  examples: [
    { line: 'kubemin run show demo', needs: 'demo' },
    { line: 'kubemin run show demo -o json', needs: 'demo' },
  ],
  load: async () => {
    const { showRunStatus } = await import('./run-show.ts');
    return showRunStatus;
  },
});

/** `kubemin run watch`. */
export const runWatchCommand = defineCommand({
  path: ['run', 'watch'],
  group: 'runs',
  summary: { en: 'follow a run until it ends', zh: '跟踪一次运行直到结束' },
  arguments: { target: latestRunArgument },
  examples: [{ line: 'kubemin run watch demo', needs: 'demo' }],
  load: async () => {
    const { watchRun } = await import('./run.ts');
    return watchRun;
  },
});
