import type { Message } from '@kubemin/base/message';
import { closestName } from '@kubemin/model';
import { settingFixMessages, settingProblemMessages } from '../messages/index.ts';
import type { Environment } from '../terminal/index.ts';
import { type ConfigFile, type ConfigFileText, readConfigFile, type UnknownKey } from './config-file.ts';
import { findSettingVariable, unknownVariables } from './known-variables.ts';
import { engineRules } from './rules/engine-rules.ts';
import { kafkaRules } from './rules/kafka-rules.ts';
import { queueRules } from './rules/queue-rules.ts';
import { serverRules } from './rules/server-rules.ts';
import type { SettingRule } from './rules/setting-rule.ts';
import type { Setting, SettingsCommand } from './setting.ts';
import type { SettingProblem } from './setting-problem.ts';
import type { RawValue } from './setting-type.ts';
import { type GivenValue, SettingValues } from './setting-values.ts';
import { ALL_SETTINGS } from './settings-table.ts';

/** The combinations of settings that are not allowed. */
const settingRules: readonly SettingRule[] = [...serverRules, ...engineRules, ...queueRules, ...kafkaRules];

/** Flags by their names, without dashes, as they were typed. */
export type SettingFlags = ReadonlyMap<string, RawValue>;

/** Everything a configuration may come from. */
export interface SettingInputs {
  readonly command: SettingsCommand;
  readonly flags: SettingFlags;
  readonly env: Environment;
  readonly config?: ConfigFileText | undefined;
}

/** What reading a configuration gives. With problems, the values are not to be used but for looking at them. */
export interface ReadSettings {
  readonly values: SettingValues;
  /** What keeps the command from starting. */
  readonly problems: readonly SettingProblem[];
  readonly warnings: readonly SettingProblem[];
}

const PATHS = ALL_SETTINGS.flatMap(({ yaml }) => yaml);

/**
 * Reads the settings: a flag counts before a variable, that before the configuration file, that before the default.
 * Never throws, and finds everything that is wrong at once.
 */
export function readSettings({ command, flags, env, config }: SettingInputs): ReadSettings {
  const file = config && readConfigFile(config, PATHS);
  const given = new Map<string, GivenValue>();
  for (const setting of ALL_SETTINGS) {
    const value = findValue(setting, { flags, env, file });
    if (value !== undefined) given.set(setting.flag, value);
  }
  const values = new SettingValues(command, given);
  const found = [
    ...(file?.problems ?? []),
    ...ALL_SETTINGS.flatMap((setting) => wrongValue(setting, given.get(setting.flag))),
    ...settingRules.flatMap((rule) => rule(values)),
    ...(file === undefined ? [] : [...unknownKeys(file), ...duplicateSettings(file)]),
    ...unknownVariables(env, ALL_SETTINGS),
  ];
  return {
    values,
    problems: found.filter(({ severity }) => severity === 'error'),
    warnings: found.filter(({ severity }) => severity === 'warning'),
  };
}

interface Places {
  readonly flags: SettingFlags;
  readonly env: Environment;
  readonly file: ConfigFile | undefined;
}

function findValue(setting: Setting<unknown>, { flags, env, file }: Places): GivenValue | undefined {
  const flag = flags.get(setting.flag);
  if (flag !== undefined) return { raw: flag, source: { kind: 'flag', flag: setting.flag } };
  const given = findSettingVariable(env, setting);
  if (given !== undefined) return { raw: given.text, source: { kind: 'variable', variable: given.variable } };
  for (const path of setting.yaml) {
    const entry = file?.entries.get(path);
    if (file === undefined || entry === undefined) continue;
    return { raw: entry.raw, source: { kind: 'file', file: file.file, path, position: entry.position } };
  }
  return undefined;
}

function wrongValue({ flag, type }: Setting<unknown>, given: GivenValue | undefined): readonly SettingProblem[] {
  const reading = given && type.read(given.raw);
  if (given === undefined || reading?.kind !== 'wrong') return [];
  const { message, fix } = reading;
  return [{ severity: 'error', code: 'SETTING_INVALID', source: given.source, setting: flag, message, fix }];
}

function unknownKeys({ file, unknown }: ConfigFile): readonly SettingProblem[] {
  return unknown.map(({ path, position }) => ({
    severity: 'warning',
    code: 'SETTING_UNKNOWN',
    source: { kind: 'file', file, path, position },
    message: settingProblemMessages.unknownKey,
    fix: suggestion({ path, position }),
  }));
}

function suggestion({ path }: UnknownKey): Message {
  const group = (name: string): string => name.slice(0, name.indexOf('.'));
  // Those of the same group first, as not all names are compared.
  const names = PATHS.toSorted(
    (one, other) => Number(group(other) === group(path)) - Number(group(one) === group(path)),
  );
  const meant = closestName(path, path.includes('.') ? names : new Set(PATHS.map(group)));
  return meant === undefined ? settingFixMessages.removeKey : settingFixMessages.didYouMean({ name: meant });
}

/** One setting under two of its names: the first name counts. */
function duplicateSettings({ file, entries }: ConfigFile): readonly SettingProblem[] {
  return ALL_SETTINGS.flatMap(({ flag, yaml }) => {
    const [first = flag, ...others] = yaml.filter((path) => entries.has(path));
    return others.map((path): SettingProblem => {
      const message = settingProblemMessages.setTwice({ first });
      const position = entries.get(path)?.position;
      const source = { kind: 'file', file, path, ...(position && { position }) } as const;
      return {
        severity: 'warning',
        code: 'SETTING_TWICE',
        source,
        setting: flag,
        message,
        fix: settingFixMessages.removeOne,
      };
    });
  });
}
