import { defineCommand } from '../command/define-command.ts';

/** `kubemin unlink`. */
export const unlinkCommand = defineCommand({
  path: ['unlink'],
  group: 'start',
  summary: { en: 'link this directory to nothing any more', zh: '取消当前目录的关联' },
  examples: [{ line: 'kubemin unlink', needs: 'demo' }],
  load: async () => {
    const { unlink } = await import('./unlink.ts');
    return unlink;
  },
});
