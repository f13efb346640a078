import { type Command, Option } from 'commander';
import type { SettingFlags } from './read-settings.ts';
import type { Setting, SettingsCommand } from './setting.ts';
import type { RawValue } from './setting-type.ts';
import { settingGroupsOf } from './settings-table.ts';

/** Which commands' settings to take, and how many of them to explain. */
export interface SettingsCommandOptions {
  readonly of: SettingsCommand;
  /** Flags that `--help` shows; `all` groups them by title. */
  readonly help: 'all' | readonly string[];
}

/** Gives a command a flag for every setting. Nothing is checked here: all that is wrong is to be told together. */
export function withSettings(command: Command, { of, help }: SettingsCommandOptions): Command {
  command.option('--config <file>', 'configuration file, YAML (default: $KUBEMIN_CONFIG, else none)');
  for (const { title, settings } of settingGroupsOf(of)) {
    for (const setting of settings) {
      const option = optionOf(setting);
      if (help === 'all' && setting.retired === undefined) option.helpGroup(`${title}:`);
      else if (help === 'all' || !help.includes(setting.flag)) option.hideHelp();
      command.addOption(option);
    }
  }
  return command;
}

function optionOf(setting: Setting<unknown>): Option {
  const { flag, type, default: standard, doc } = setting;
  const place = type.form === 'switch' ? '[bool]' : '<value>';
  const shown = standard === undefined ? '' : type.show(standard);
  const option = new Option(`--${flag} ${place}`, `${doc}${shown === '' ? '' : ` (default: ${shown})`}`);
  return type.form === 'list' ? option.argParser(appended) : option;
}

/** A list may be given piece by piece. */
function appended(text: string, before: string | undefined): string {
  return before === undefined ? text : `${before},${text}`;
}

/** The flags of settings as they were typed. */
export function typedFlags(command: Command): SettingFlags {
  const typed = command.options.flatMap((option): readonly (readonly [string, RawValue])[] => {
    const value: unknown = command.getOptionValue(option.attributeName());
    if (option.long === undefined || option.long === null || value === undefined) return [];
    return [[option.long.replace(/^--/, ''), value === true ? 'true' : String(value)]];
  });
  return new Map(typed);
}
