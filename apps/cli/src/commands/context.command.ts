import { argument, defineCommand, flag, option, optionalArgument } from '../command/index.ts';

/** `kubemin context add`. */
export const contextAddCommand = defineCommand({
  path: ['context', 'add'],
  group: 'platform',
  summary: {
    en: 'save a platform under a name, for use with --context',
    zh: '以名称保存一个平台，供 --context 使用',
  },
  help: {
    en: 'The platform is given by its URL, or by its data directory on this machine (--data-dir). Store a token with kubemin login.',
    zh: '平台可以是一个地址，也可以是本机的数据目录（--data-dir）。令牌用 kubemin login 保存。',
  },
  arguments: { name: argument('name', { en: 'name of the context', zh: '上下文的名称' }) },
  options: {
    url: option('--url <url>', { en: 'URL of the platform', zh: '平台的地址' }),
    use: flag('--use', { en: 'switch to it', zh: '从现在起使用它' }),
    force: flag('--force', { en: 'replace an existing context', zh: '替换同名的上下文' }),
  },
  examples: [
    { line: 'kubemin context add local --data-dir .kubemin --force', needs: 'nothing' },
    { line: 'kubemin context add prod --url https://kubemin.example.com --force', needs: 'nothing' },
  ],
  load: async () => {
    const { addContext } = await import('./context.ts');
    return addContext;
  },
});

/** `kubemin context ls`. */
export const contextLsCommand = defineCommand({
  path: ['context', 'ls'],
  group: 'platform',
  summary: { en: 'list the saved platforms', zh: '列出已保存的平台' },
  examples: [{ line: 'kubemin context ls', needs: 'nothing' }],
  load: async () => {
    const { listContexts } = await import('./context.ts');
    return listContexts;
  },
});

/** `kubemin context rm`. */
export const contextRmCommand = defineCommand({
  path: ['context', 'rm'],
  group: 'platform',
  summary: { en: 'remove a saved platform and its token', zh: '删除已保存的平台及其令牌' },
  arguments: { name: argument('name', { en: 'name of the context', zh: '上下文的名称' }) },
  examples: [{ line: 'kubemin context rm prod --yes', needs: 'nothing' }],
  load: async () => {
    const { removeContext } = await import('./context.ts');
    return removeContext;
  },
});

/** `kubemin context show`. */
export const contextShowCommand = defineCommand({
  path: ['context', 'show'],
  group: 'platform',
  summary: { en: 'show the selected platform and why it was selected', zh: '显示此处的命令与哪个平台通信，以及原因' },
  examples: [{ line: 'kubemin context show', needs: 'nothing' }],
  load: async () => {
    const { showContext } = await import('./context.ts');
    return showContext;
  },
});

/** `kubemin context use`. */
export const contextUseCommand = defineCommand({
  path: ['context', 'use'],
  group: 'platform',
  summary: { en: 'switch to a saved platform', zh: '从现在起使用一个已保存的平台' },
  arguments: {
    name: optionalArgument('name', { en: 'name of the context', zh: '上下文的名称' }),
  },
  options: {
    none: flag('--none', {
      en: 'use no context but the nearest data directory',
      zh: '不使用上下文：与最近的数据目录通信',
    }),
  },
  examples: [
    { line: 'kubemin context use prod', needs: 'nothing' },
    { line: 'kubemin context use --none', needs: 'nothing' },
  ],
  load: async () => {
    const { useContext } = await import('./context.ts');
    return useContext;
  },
});
