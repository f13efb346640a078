import {
  activeRunArgument,
  choice,
  choiceList,
  defineCommand,
  durationMs,
  flag,
  latestRunArgument,
  option,
  optionalArgument,
  waitOption,
  wholeNumber,
} from '../command/index.ts';

/** `kubemin run approve`. */
export const runApproveCommand = defineCommand({
  path: ['run', 'approve'],
  group: 'runs',
  summary: { en: 'approve a waiting step of a run', zh: '批准运行中等待的步骤' },
  arguments: { target: activeRunArgument },
  options: {
    job: option('--job <name>', {
      en: 'name of the job, if several wait for approval',
      zh: '任务名称（有多个等待批准时）',
    }),
    comment: option('--comment <text>', { en: 'comment to store with the decision', zh: '与决定一起保存的说明' }),
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
    en: 'Delivered objects are kept. With --clean-up, another run removes the objects that this one created; earlier objects and volumes are kept. Also cleans up a run that was cancelled before.',
    zh: '运行已交付的内容保持原样。加上 --clean-up 后，会由另一次运行删除该运行所创建的内容；之前已有的内容以及卷和数据保留。已取消的运行同样可以清理。',
  },
  options: {
    reason: option('--reason <text>', { en: 'reason to store with the run', zh: '与运行一起保存的原因' }),
    cleanUp: flag('--clean-up', {
      en: 'then remove the objects that the run created',
      zh: '随后删除该运行所创建的内容',
    }),
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
    en: 'show the logs of the steps and pods of a run',
    zh: '显示运行各步骤的程序以及所交付的 Pod 写的内容',
  },
  arguments: { target: latestRunArgument },
  options: {
    step: option('--step <name>', { en: 'only of this step', zh: '只看这个步骤' }),
    tail: option('--tail <lines>', { en: 'number of last lines', zh: '只看最后多少行' }, wholeNumber(0, 1_000_000)),
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
    status: choiceList('--status <state...>', { en: 'only in these states', zh: '只列出处于这些状态的' }, [
      'waiting',
      'queued',
      'running',
      'completed',
      'failed',
      'timeout',
      'cancelled',
      'rejected',
    ]),
    kind: choiceList('--kind <kind...>', { en: 'only of these kinds', zh: '只列出这些种类的' }, [
      'deploy',
      'scale',
      'restart',
      'delete',
      'undo',
    ]),
    by: option('--by <user>', { en: 'only requested by this user', zh: '只列出该用户发起的' }),
    source: choiceList(
      '--source <source...>',
      {
        en: 'only requested by the console, this command or other programs',
        zh: '只列出由控制台、本命令或其他程序发起的',
      },
      ['web', 'cli', 'api'],
    ),
    since: option(
      '--since <duration>',
      { en: 'only requested within this time, for example 2h or 7d', zh: '只列出这段时间内发起的，如 2h 或 7d' },
      durationMs,
    ),
    limit: option(
      '--limit <count>',
      { en: 'maximum number of runs (default: 50)', zh: '最多列出多少个（默认：50）' },
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
  summary: { en: 'reject a waiting step of a run, which ends the run', zh: '拒绝运行中等待的步骤，运行随之结束' },
  arguments: { target: activeRunArgument },
  options: {
    job: option('--job <name>', {
      en: 'name of the job, if several wait for approval',
      zh: '任务名称（有多个等待批准时）',
    }),
    comment: option('--comment <text>', { en: 'comment to store with the decision', zh: '与决定一起保存的说明' }),
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
    en: 'retry a run that has ended; completed jobs are kept',
    zh: '接续一次已结束的运行：保留成功的部分，其余重新执行',
  },
  arguments: { target: latestRunArgument },
  options: {
    from: choice(
      '--from <where>',
      {
        en: 'failed: keep completed jobs (default); start: run everything again, with the same revision',
        zh: 'failed：保留成功的部分（默认）；start：同一修订版全部重做',
      },
      ['failed', 'start'],
    ),
    job: option('--job <name>', { en: 'run only this job again', zh: '只重做这个任务' }),
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
    en: 'show a run: steps, jobs, attempts, durations, errors',
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
