import type { CommandContext } from '../command-context.ts';
import { ExitCode } from '../exit-code.ts';
import { formatSettingProblems } from '../settings/format-problems.ts';
import { findSettings, settingsInvalid } from '../settings/load-settings.ts';
import type { SettingFlags } from '../settings/read-settings.ts';
import type { Setting, SettingsCommand } from '../settings/setting.ts';
import { describeSource } from '../settings/setting-source.ts';
import type { SettingValues } from '../settings/setting-values.ts';
import { settingGroupsOf } from '../settings/settings-table.ts';
import { formatTable } from '../table.ts';

export interface ConfigCheckOptions {
  readonly for: SettingsCommand;
  readonly flags: SettingFlags;
  readonly output: 'table' | 'json';
}

/** Shows the settings a command would start with, where each comes from, and all that is wrong; starts nothing. */
export async function checkConfig(context: CommandContext, options: ConfigCheckOptions): Promise<ExitCode> {
  const { terminal, style } = context;
  const found = await findSettings(context, { command: options.for, flags: options.flags });
  const { values, problems, warnings } = found;
  const settings = settingGroupsOf(options.for)
    .flatMap((group) => group.settings)
    .filter((setting) => setting.retired === undefined || values.isSaid(setting));
  terminal.out(options.output === 'json' ? asJson(settings, values) : asTable(settings, values));
  if (problems.length > 0) throw settingsInvalid(context, found);
  if (warnings.length > 0) terminal.err(formatSettingProblems(warnings, style));
  return ExitCode.ok;
}

function asTable(settings: readonly Setting<unknown>[], values: SettingValues): string {
  const rows = settings.map((setting) => [
    setting.flag,
    values.show(setting) || '-',
    describeSource(values.sourceOf(setting)),
  ]);
  return formatTable(['SETTING', 'VALUE', 'FROM'], rows);
}

function asJson(settings: readonly Setting<unknown>[], values: SettingValues): string {
  const entries = settings.map((setting) => [
    setting.flag,
    { value: values.show(setting), from: describeSource(values.sourceOf(setting)) },
  ]);
  return `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`;
}
