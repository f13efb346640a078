import { ALL_SETTINGS, type RawValue, type Setting, type SettingFlags, settingVariable } from '../../settings/index.ts';

/** Flags on their way to another process. */
export interface FlagArguments {
  readonly words: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Flags as arguments of a command line, which every user of the machine can read; values that a setting hides go by
 * its variable.
 */
export function toArguments(flags: SettingFlags): FlagArguments {
  const all = [...flags].map(([flag, value]) => ({
    flag,
    value,
    text: typeof value === 'string' ? value : value.join(','),
  }));
  const hidden = all.filter(({ flag, value, text }) => text !== '' && hides(flag, value, text));
  return {
    words: all.filter((each) => !hidden.includes(each)).map(({ flag, text }) => `--${flag}=${text}`),
    variables: Object.fromEntries(hidden.map(({ flag, text }) => [settingVariable({ flag }), text])),
  };
}

function hides(flag: string, value: RawValue, text: string): boolean {
  const setting: Setting<unknown> | undefined = ALL_SETTINGS.find((each) => each.flag === flag);
  const reading = setting?.type.read(value);
  return setting !== undefined && reading?.kind === 'value' && setting.type.show(reading.value) !== text;
}
