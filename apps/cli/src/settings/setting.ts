import type { Message } from '@kubemin/base/message';
import type { Text } from '@kubemin/model';
import type { SettingType } from './setting-type.ts';

/** The commands that take settings. */
export type SettingsCommand = 'server' | 'up';

/** One row of the table of settings: everything there is to know about one of them. */
export interface Setting<T> {
  /** Without the dashes. The name of the environment variable follows from it. */
  readonly flag: string;
  /** Where it stands in a configuration file; the first is how we write it, others are read as well. */
  readonly yaml: readonly [string, ...string[]];
  /** Alias variables of other programs; ours takes precedence. */
  readonly otherVariables?: readonly string[];
  readonly type: SettingType<T>;
  readonly default: NoInfer<T>;
  /** Where a command has another default. */
  readonly defaultFor?: Readonly<Partial<Record<SettingsCommand, NoInfer<T>>>>;
  /** @default both */
  readonly only?: SettingsCommand;
  /** One sentence. */
  readonly doc: Text;
  /** Why a setting of the first KubeMin has no effect any more; it is accepted with a warning. */
  readonly retired?: Message;
}

/** Lets the compiler see what type of value a row has. */
export function defineSetting<T>(setting: Setting<T>): Setting<T> {
  return setting;
}

/** The environment variable of a setting. */
export function settingVariable(setting: Pick<Setting<unknown>, 'flag'>): string {
  return `KUBEMIN_${setting.flag.toUpperCase().replaceAll('-', '_')}`;
}

/** The default of a setting for a command. */
export function settingDefault<T>(setting: Setting<T>, command: SettingsCommand): T {
  return setting.defaultFor?.[command] ?? setting.default;
}
