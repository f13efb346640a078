import { optionalArgument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';
import { flag, option } from '../command/options.ts';
import { wholeNumber } from '../command/readers/whole-number.ts';

/** `kubemin events`. */
export const eventsCommand = defineCommand({
  path: ['events'],
  group: 'observe',
  summary: { en: 'tell what happened, and with -w what happens', zh: '显示发生过的事；加 -w 持续显示' },
  help: {
    en: 'Without -w: the latest runs, the newest last, and for one application the jobs of its latest run. With -w: every change of applications, components, runs and jobs as it happens; -o jsonl prints each as it is.',
    zh: '不加 -w：最近的运行，最新的在最后；指定应用时还有其最近一次运行的任务。加 -w：应用、组件、运行与任务的每个变化；-o jsonl 按原样逐行打印。',
  },
  arguments: {
    app: optionalArgument('app', { en: 'only of this application (name or id)', zh: '只看该应用（名称或 id）' }),
  },
  options: {
    watch: flag('-w, --watch', { en: 'go on and tell what happens', zh: '持续显示新的事件' }),
    limit: option(
      '--limit <count>',
      { en: 'how many runs to look back at (default: 20)', zh: '回看多少次运行（默认：20）' },
      wholeNumber(1, 200),
    ),
  },
  examples: [
    { line: 'kubemin events', needs: 'platform' },
    { line: 'kubemin events demo --limit 5', needs: 'demo' },
  ],
  load: async () => {
    const { events } = await import('./events.ts');
    return events;
  },
});
