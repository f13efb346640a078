import { closest } from '@kubemin/base';
import { configMessages } from '../messages/config.ts';
import { type ConfigFileContent, type ConfigFileText, readConfigFile } from './config-file.ts';
import type { ConfigProblem } from './config-problem.ts';
import { type ConfigRow, type RetiredKey, variableOfRow } from './config-row.ts';
import { ConfigValues, type SaidConfigValue } from './config-values.ts';

/** Everything a configuration may come from. */
export interface AppInput {
  /** By their names without dashes, as they were typed. */
  readonly flags: ReadonlyMap<string, string>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly file?: ConfigFileText | undefined;
  /** What the environment variables of the settings begin with. @default 'KUBEMIN_' */
  readonly envPrefix?: string;
}

/** What settings there are. */
export interface ConfigTable {
  readonly rows: readonly ConfigRow<unknown>[];
  readonly retired: readonly RetiredKey[];
}

/** Values, and what was found on the way to them. */
export interface ReadConfigValues {
  readonly values: ConfigValues;
  readonly problems: readonly ConfigProblem[];
  readonly warnings: readonly ConfigProblem[];
}

/** Reads every row: a flag counts before a variable, that before the file, that before the default. Never throws. */
export function readConfigValues(input: AppInput, { rows, retired }: ConfigTable): ReadConfigValues {
  const file = input.file === undefined ? undefined : readConfigFile(input.file, keysOf(rows));
  const said = new Map<string, SaidConfigValue>();
  for (const row of rows) {
    const value = saidOf(row, input, file);
    if (value !== undefined) said.set(row.flag, value);
  }
  const strangers = file?.unknown ?? [];
  const problems = [
    ...(file?.problems ?? []),
    ...strangers.flatMap(({ path, source }) => (retiredKey(path, retired) ? [] : [unknownKey(path, source, rows)])),
    ...unknownFlags(input.flags, rows),
    ...rows.flatMap((row) => wrongValue(row, said.get(row.flag))),
  ];
  const warnings = [
    ...strangers.flatMap(({ path, source }) => withoutEffect(retiredKey(path, retired), source)),
    ...(file === undefined ? [] : rows.flatMap((row) => saidTwice(row, file))),
  ];
  return { values: new ConfigValues(rows, said), problems, warnings };
}

function keysOf(rows: readonly ConfigRow<unknown>[]) {
  const paths = (chosen: readonly ConfigRow<unknown>[]) => new Set(chosen.flatMap(({ yaml }) => yaml));
  return {
    values: paths(rows.filter(({ type }) => type.form !== 'map')),
    maps: paths(rows.filter(({ type }) => type.form === 'map')),
  };
}

function saidOf(row: ConfigRow<unknown>, input: AppInput, file: ConfigFileContent | undefined) {
  if (row.only !== 'file') {
    for (const flag of flagsOf(row)) {
      const raw = input.flags.get(flag);
      if (raw !== undefined) return { raw, source: { kind: 'flag', flag } as const };
    }
    const variable = variableOfRow(row, input.envPrefix ?? 'KUBEMIN_');
    const raw = input.env[variable];
    if (raw !== undefined && raw !== '') return { raw, source: { kind: 'variable', variable } as const };
  }
  const path = row.yaml.find((each) => file?.entries.has(each));
  return path === undefined ? undefined : file?.entries.get(path);
}

function flagsOf({ flag, otherFlags = [] }: ConfigRow<unknown>): readonly string[] {
  return [flag, ...otherFlags];
}

function retiredKey(path: string, retired: readonly RetiredKey[]): RetiredKey | undefined {
  return retired.find(({ yaml }) => {
    if (!yaml.endsWith('.*')) return path === yaml;
    return path === yaml.slice(0, -2) || path.startsWith(yaml.slice(0, -1));
  });
}

function unknownKey(path: string, source: ConfigProblem['source'], rows: readonly ConfigRow<unknown>[]): ConfigProblem {
  const paths = rows.flatMap(({ yaml }) => yaml);
  const groups = new Set(paths.filter((each) => each.includes('.')).map((each) => each.slice(0, each.indexOf('.'))));
  // Far from any whole path, a key is often right but for the group it was written in.
  const last = path.slice(path.lastIndexOf('.') + 1);
  const meant =
    closest(path, [...paths, ...groups]) ?? paths.find((each) => each.endsWith(`.${last}`) || each === last);
  const fix = meant === undefined ? configMessages.removeUnknownKey : configMessages.suggestKey({ name: meant });
  return { code: 'CONFIG_KEY_UNKNOWN', source, message: configMessages.unknownKey, fix };
}

function unknownFlags(
  flags: ReadonlyMap<string, string>,
  rows: readonly ConfigRow<unknown>[],
): readonly ConfigProblem[] {
  const known = rows.filter(({ only }) => only !== 'file').flatMap(flagsOf);
  return [...flags.keys()]
    .filter((flag) => !known.includes(flag))
    .map((flag) => {
      const meant = closest(flag, known);
      const fix = meant === undefined ? configMessages.removeUnknownFlag : configMessages.suggestFlag({ name: meant });
      return { code: 'CONFIG_KEY_UNKNOWN', source: { kind: 'flag', flag }, message: configMessages.unknownFlag, fix };
    });
}

function wrongValue({ type }: ConfigRow<unknown>, said: SaidConfigValue | undefined): readonly ConfigProblem[] {
  const reading = said && type.read(said.raw);
  if (said === undefined || reading?.kind !== 'wrong') return [];
  return [{ code: 'CONFIG_VALUE_INVALID', source: said.source, message: reading.message, fix: reading.fix }];
}

function withoutEffect(key: RetiredKey | undefined, source: ConfigProblem['source']): readonly ConfigProblem[] {
  if (key === undefined) return [];
  const message = configMessages.noEffect({ reason: key.why });
  return [{ code: 'CONFIG_KEY_WITHOUT_EFFECT', source, message, fix: configMessages.remove }];
}

/** One row under two of its keys: the first counts. */
function saidTwice({ yaml }: ConfigRow<unknown>, { entries }: ConfigFileContent): readonly ConfigProblem[] {
  const [first = '', ...others] = yaml.filter((path) => entries.has(path));
  return others.flatMap((path) => {
    const source = entries.get(path)?.source;
    const message = configMessages.setTwice({ first });
    return source === undefined ? [] : [{ code: 'CONFIG_KEY_TWICE', source, message, fix: configMessages.removeOne }];
  });
}
