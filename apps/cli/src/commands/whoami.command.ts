import { defineCommand } from '../command/define-command.ts';

/** `kubemin whoami`. */
export const whoamiCommand = defineCommand({
  path: ['whoami'],
  group: 'start',
  summary: { en: 'tell whose token is used, and what it allows', zh: '显示所用令牌属于谁，以及它允许什么' },
  examples: [{ line: 'kubemin whoami', needs: 'platform' }],
  load: async () => {
    const { whoami } = await import('./whoami.ts');
    return whoami;
  },
});
