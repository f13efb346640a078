import { optionalArgument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';
import { choiceList, option } from '../command/options.ts';
import { durationMs } from '../command/readers/duration.ts';
import { wholeNumber } from '../command/readers/whole-number.ts';

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
