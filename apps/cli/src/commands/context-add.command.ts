import { argument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';
import { flag, option } from '../command/options.ts';

/** `kubemin context add`. */
export const contextAddCommand = defineCommand({
  path: ['context', 'add'],
  group: 'platform',
  summary: {
    en: 'save a platform under a name, to talk to it with --context',
    zh: '以名称保存一个平台，供 --context 使用',
  },
  help: {
    en: 'The platform is one with an address, or one of this machine by its data directory (--data-dir). A token is stored with kubemin login.',
    zh: '平台可以是一个地址，也可以是本机的数据目录（--data-dir）。令牌用 kubemin login 保存。',
  },
  arguments: { name: argument('name', { en: 'name of the context', zh: '上下文的名称' }) },
  options: {
    url: option('--url <url>', { en: 'where the platform answers', zh: '平台的地址' }),
    use: flag('--use', { en: 'talk to it from now on', zh: '从现在起使用它' }),
    force: flag('--force', { en: 'in place of the one that has this name', zh: '替换同名的上下文' }),
  },
  examples: [
    { line: 'kubemin context add local --data-dir .kubemin --force', needs: 'nothing' },
    { line: 'kubemin context add prod --url https://kubemin.example.com --force', needs: 'nothing' },
  ],
  load: async () => {
    const { addContext } = await import('./context-add.ts');
    return addContext;
  },
});
