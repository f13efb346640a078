import { defineCommand } from '../command/define-command.ts';
import { hubOptions } from '../hub/hub-options.ts';

/** `kubemin hub`. */
export const hubCommand = defineCommand({
  path: ['hub'],
  group: 'platform',
  summary: {
    en: 'run the controllers of custom resources, all or some, against any cluster',
    zh: '对任意集群运行自定义资源的控制器，全部或部分',
  },
  options: hubOptions,
  examples: [{ line: 'kubemin hub --print-config', needs: 'nothing' }],
  load: async () => {
    const { hub } = await import('./hub.ts');
    return hub;
  },
});
