import { defineCommand } from '../command/define-command.ts';

/** `kubemin down`. */
export const downCommand = defineCommand({
  path: ['down'],
  group: 'start',
  summary: {
    en: 'stop the running KubeMin; applications are there again after the next up',
    zh: '停止正在运行的 KubeMin；下次 up 之后应用照旧',
  },
  examples: [{ line: 'kubemin down', needs: 'platform', alone: true }],
  load: async () => {
    const { down } = await import('./down.ts');
    return down;
  },
});
