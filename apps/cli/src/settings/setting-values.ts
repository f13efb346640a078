import { defaultOf, type Setting, type SettingsCommand } from './setting.ts';
import type { SettingSource } from './setting-source.ts';
import type { RawValue } from './setting-type.ts';

/** What somebody said about a setting, and where. */
export interface SaidValue {
  readonly raw: RawValue;
  readonly source: SettingSource;
}

/** The settings in effect: what was said of each, else its default. What was said wrongly counts as not said. */
export class SettingValues {
  readonly command: SettingsCommand;
  readonly #said: ReadonlyMap<string, SaidValue>;

  constructor(command: SettingsCommand, said: ReadonlyMap<string, SaidValue>) {
    this.command = command;
    this.#said = said;
  }

  get<T>(setting: Setting<T>): T {
    const said = this.#said.get(setting.flag);
    const reading = said && setting.type.read(said.raw);
    return reading?.kind === 'value' ? reading.value : defaultOf(setting, this.command);
  }

  /** Whether somebody said anything, right or wrong. */
  isSaid(setting: Setting<unknown>): boolean {
    return this.#said.has(setting.flag);
  }

  sourceOf(setting: Setting<unknown>): SettingSource {
    return this.#said.get(setting.flag)?.source ?? { kind: 'default' };
  }

  /** For people to look at: secrets are hidden, nothing is ''. */
  show<T>(setting: Setting<T>): string {
    const value = this.get(setting);
    return value === undefined ? '' : setting.type.show(value);
  }
}
