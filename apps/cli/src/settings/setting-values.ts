import { type Setting, type SettingsCommand, settingDefault } from './setting.ts';
import type { SettingSource } from './setting-source.ts';
import type { RawValue } from './setting-type.ts';

/** A given value of a setting, and its source. */
export interface GivenValue {
  readonly raw: RawValue;
  readonly source: SettingSource;
}

/** The settings in effect: the given values, else the defaults. Invalid values count as not given. */
export class SettingValues {
  readonly command: SettingsCommand;
  readonly #given: ReadonlyMap<string, GivenValue>;

  constructor(command: SettingsCommand, given: ReadonlyMap<string, GivenValue>) {
    this.command = command;
    this.#given = given;
  }

  get<T>(setting: Setting<T>): T {
    const given = this.#given.get(setting.flag);
    const reading = given && setting.type.read(given.raw);
    return reading?.kind === 'value' ? reading.value : settingDefault(setting, this.command);
  }

  /** Whether a value was given, valid or not. */
  isSet(setting: Setting<unknown>): boolean {
    return this.#given.has(setting.flag);
  }

  getSource(setting: Setting<unknown>): SettingSource {
    return this.#given.get(setting.flag)?.source ?? { kind: 'default' };
  }

  /** For people to look at: secrets are hidden, nothing is ''. */
  show<T>(setting: Setting<T>): string {
    const value = this.get(setting);
    return value === undefined ? '' : setting.type.show(value);
  }
}
