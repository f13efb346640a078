import type { OptionBundle } from '../command/index.ts';
import type { SettingFlags } from './read-settings.ts';
import type { SettingsCommand } from './setting.ts';

/** Which command's settings to take, and how many of them to explain. */
export interface SettingFlagsOptions {
  readonly of: SettingsCommand;
  /** Flags that `--help` shows besides those that only this command has; `all` groups them by title. */
  readonly help: 'all' | readonly string[];
}

/** An option for every setting. Nothing is checked here, so that all problems are reported together. */
export function settingFlags(options: SettingFlagsOptions): OptionBundle<SettingFlags> {
  return {
    load: async () => {
      const { settingOptions } = await import('./setting-options.ts');
      return settingOptions(options);
    },
  };
}
