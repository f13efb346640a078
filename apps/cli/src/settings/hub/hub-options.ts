import { type CommandInput, type OptionBundle, option } from '../../command/index.ts';

/** The settings that every controller app has. Loaded on demand: they are declared with the controllers. */
const settings: OptionBundle<ReadonlyMap<string, string>> = {
  load: async () => {
    const { hubSettingOptions } = await import('./hub-setting-options.ts');
    return hubSettingOptions();
  },
};

/** The options of `kubemin hub`. */
export const hubOptions = {
  config: option('-c, --config <file>', { en: 'configuration file (YAML)', zh: '配置文件（YAML）' }),
  settings,
  printConfig: option('--print-config [bool]', {
    en: 'print the settings in effect with their sources, and exit',
    zh: '显示生效的设置及其来源，然后结束',
  }),
} as const;

/** The command line of `kubemin hub`; settings by their flags as typed, a switch without a value is `true`. */
export type HubFlags = CommandInput<Readonly<Record<never, never>>, typeof hubOptions>;
