import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { settingMessages } from '../messages/index.ts';
import { CliError, type CommandContext, ExitCode, failureReason } from '../terminal/index.ts';
import type { ConfigFileText } from './config-file.ts';
import { formatSettingProblems } from './format-problems.ts';
import { type ReadSettings, readSettings, type SettingFlags } from './read-settings.ts';
import type { SettingsCommand } from './setting.ts';
import type { SettingValues } from './setting-values.ts';

/** Whose settings, and the flags it was given. */
export interface LoadSettingsOptions {
  readonly command: SettingsCommand;
  readonly flags: SettingFlags;
}

/** Reads the settings from flags, environment and the configuration file that either of these names. */
export async function findSettings(context: CommandContext, options: LoadSettingsOptions): Promise<ReadSettings> {
  const { env, cwd } = context;
  const named = options.flags.get('config') ?? (env.KUBEMIN_CONFIG || undefined);
  const config = named === undefined ? undefined : await configFile(cwd, String(named));
  return readSettings({ ...options, env, config });
}

/** The settings to start with. Prints warnings; throws a CliError that lists all problems if there is an error. */
export async function loadSettings(context: CommandContext, options: LoadSettingsOptions): Promise<SettingValues> {
  const { terminal, style, translate } = context;
  const { values, problems, warnings } = await findSettings(context, options);
  if (problems.length > 0) throw settingsInvalid(context, { values, problems, warnings });
  if (warnings.length > 0)
    terminal.err(`${translate(settingMessages.about)}\n${formatSettingProblems(warnings, { style, translate })}`);
  return values;
}

/** Everything that is wrong, in one error. */
export function settingsInvalid({ style, translate }: CommandContext, { problems, warnings }: ReadSettings): CliError {
  const list = formatSettingProblems([...problems, ...warnings], { style, translate }).trimEnd();
  return new CliError(settingMessages.invalid({ list }), {
    code: 'SETTINGS_INVALID',
    exitCode: ExitCode.usage,
    hint: settingMessages.nothingStarted,
  });
}

async function configFile(cwd: string, file: string): Promise<ConfigFileText> {
  try {
    return { kind: 'text', file, text: await readFile(resolve(cwd, file), 'utf8') };
  } catch (thrown) {
    return { kind: 'unreadable', file, why: failureReason(thrown) };
  }
}
