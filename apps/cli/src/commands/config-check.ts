import { columnMessages, settingMessages } from '../messages/index.ts';
import {
  describeSource,
  findSettings,
  formatSettingProblems,
  type Setting,
  type SettingFlags,
  type SettingsCommand,
  type SettingValues,
  settingGroupsFor,
  settingsInvalid,
} from '../settings/index.ts';
import { type CommandContext, ExitCode, print, type Table, type Translate } from '../terminal/index.ts';

export interface ConfigCheckOptions {
  /** @default server */
  readonly for: SettingsCommand | undefined;
  readonly flags: SettingFlags;
}

/** Shows the settings a command would start with, where each comes from, and all that is wrong; starts nothing. */
export async function checkConfig(context: CommandContext, options: ConfigCheckOptions): Promise<ExitCode> {
  const { terminal, style, translate } = context;
  const command = options.for ?? 'server';
  const found = await findSettings(context, { command, flags: options.flags });
  const { values, problems, warnings } = found;
  const settings = settingGroupsFor(command)
    .flatMap((group) => group.settings)
    .filter((setting) => setting.retired === undefined || values.isSet(setting));
  await print(context, {
    data: asData(settings, values),
    table: asTable(settings, values, translate),
    names: settings.map(({ flag }) => flag),
  });
  if (problems.length > 0) throw settingsInvalid(context, found);
  if (warnings.length > 0) terminal.err(formatSettingProblems(warnings, { style, translate }));
  return ExitCode.ok;
}

function asTable(settings: readonly Setting<unknown>[], values: SettingValues, translate: Translate): Table {
  const rows = settings.map((setting) => {
    const source = values.getSource(setting);
    const from = source.kind === 'default' ? translate(settingMessages.standard) : describeSource(source);
    return [setting.flag, values.show(setting) || '-', from];
  });
  return {
    columns: [
      { title: translate(columnMessages.setting) },
      { title: translate(columnMessages.value) },
      { title: translate(columnMessages.from) },
    ],
    rows,
  };
}

function asData(settings: readonly Setting<unknown>[], values: SettingValues): Readonly<Record<string, unknown>> {
  const entries = settings.map((setting) => [
    setting.flag,
    { value: values.show(setting), from: describeSource(values.getSource(setting)) },
  ]);
  return Object.fromEntries(entries);
}
