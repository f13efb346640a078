import { argument, defineCommand, pluginsOption } from '../command/index.ts';

/** `kubemin plugin ls`. */
export const pluginLsCommand = defineCommand({
  path: ['plugin', 'ls'],
  group: 'platform',
  summary: {
    en: 'list the plug-ins of the platform and what they add, also those that failed to load',
    zh: '列出平台的插件及其新增内容，包括加载失败的插件',
  },
  help: {
    en: 'With --plugins, loads and lists the named ones on this machine instead; exits with 1 if one fails.',
    zh: '给出 --plugins 时，改为在本机加载并列出所指定的插件；其中有失败的则以 1 结束。',
  },
  options: { plugins: pluginsOption },
  examples: [{ line: 'kubemin plugin ls', needs: 'platform' }],
  load: async () => {
    const { listPlugins } = await import('./plugin.ts');
    return listPlugins;
  },
});

/** `kubemin plugin init`. */
export const pluginInitCommand = defineCommand({
  path: ['plugin', 'init'],
  group: 'platform',
  summary: {
    en: 'write a plug-in with a trait, a test and instructions into a new directory',
    zh: '在新目录中写出一个插件，含一个特征、测试与说明',
  },
  arguments: { name: argument('name', { en: 'name of the plug-in and its directory', zh: '插件及其目录的名称' }) },
  examples: [{ line: 'kubemin plugin init time-zone', needs: 'nothing' }],
  load: async () => {
    const { initPlugin } = await import('./plugin-init.ts');
    return initPlugin;
  },
});
