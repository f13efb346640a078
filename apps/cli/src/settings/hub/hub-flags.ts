import { type CommandInput, optionForm } from '../../command/index.ts';
import { hubOptions } from './hub-options.ts';

/** The command line of `kubemin hub` as it was typed: everything is text, a switch without a value is `true`. */
export type HubFlags = Partial<CommandInput<Readonly<Record<never, never>>, typeof hubOptions>>;

/** Options that are actions, not settings. */
const NO_SETTINGS = ['config', 'print-config'];

/** The flags that are settings. */
export function hubSettingFlags(): readonly string[] {
  const flags = Object.values(hubOptions).map(({ form }) => optionForm(form).long);
  return flags.filter((flag) => !NO_SETTINGS.includes(flag));
}

/** The environment variables of the settings. */
export function hubVariables(): readonly string[] {
  return hubSettingFlags().map((flag) => `KUBEMIN_${flag.toUpperCase().replaceAll('-', '_')}`);
}

/** The settings among the flags, by the names of the flags. */
export function hubSettings(flags: HubFlags): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  const typed: Readonly<Record<string, string | undefined>> = flags;
  for (const [name, { form }] of Object.entries(hubOptions)) {
    const { long } = optionForm(form);
    const value = typed[name];
    if (value !== undefined && !NO_SETTINGS.includes(long)) settings.set(long, value);
  }
  return settings;
}
