import { defineCommand } from '../command/define-command.ts';

/** `kubemin config ls`. */
export const configLsCommand = defineCommand({
  path: ['config', 'ls'],
  group: 'platform',
  summary: { en: 'list your preferences', zh: '列出您的偏好' },
  examples: [{ line: 'kubemin config ls', needs: 'nothing' }],
  load: async () => {
    const { listPreferences } = await import('./config-ls.ts');
    return listPreferences;
  },
});
