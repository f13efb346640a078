import { defineCommand } from '../command/define-command.ts';
import { option } from '../command/options.ts';
import { durationMs } from '../command/readers/duration.ts';
import { wholeNumber } from '../command/readers/whole-number.ts';

/** `kubemin audit`. */
export const auditCommand = defineCommand({
  path: ['audit'],
  group: 'platform',
  summary: {
    en: 'list who changed what, the newest first; for administrators',
    zh: '列出谁改了什么，最新的在前；供管理员使用',
  },
  options: {
    user: option('--user <name>', { en: 'of this user', zh: '只看这个用户的' }),
    app: option('--app <app>', {
      en: 'about this application: its name, or its id, also of one that is gone',
      zh: '只看这个应用的：名称，或 id（已删除的也可以）',
    }),
    since: option(
      '--since <duration>',
      { en: 'not longer ago than this, as 7d or 12h', zh: '最近多久以内，如 7d 或 12h' },
      durationMs,
    ),
    limit: option(
      '--limit <n>',
      { en: 'how many at most, up to 500 (default: 100)', zh: '最多多少条，至多 500（默认：100）' },
      wholeNumber(1, 500),
    ),
  },
  examples: [
    { line: 'kubemin audit', needs: 'platform' },
    { line: 'kubemin audit --user admin --since 1h -o jsonl', needs: 'platform' },
  ],
  load: async () => {
    const { showAudit } = await import('./audit.ts');
    return showAudit;
  },
});
