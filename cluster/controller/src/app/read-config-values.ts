import { closestName } from '@kubemin/base';
import { configMessages } from '../messages/index.ts';
import { type ConfigFileContent, type ConfigFileText, readConfigFile } from './config-file.ts';
import type { ConfigProblem } from './config-problem.ts';
import { type ConfigRow, environmentVariable, type RetiredKey } from './config-row.ts';
import { ConfigValues, type SourcedConfigValue } from './config-values.ts';

/** The sources of a configuration. */
export interface AppInput {
  /** By their names without dashes, as typed. */
  readonly flags: ReadonlyMap<string, string>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly file?: ConfigFileText | undefined;
  /** The prefix of the environment variables. @default 'KUBEMIN_' */
  readonly envPrefix?: string;
}

/** All settings and retired keys. */
export interface ConfigTable {
  readonly rows: readonly ConfigRow<unknown>[];
  readonly retired: readonly RetiredKey[];
}

/** Values, problems and warnings. */
export interface ReadConfigValues {
  readonly values: ConfigValues;
  readonly problems: readonly ConfigProblem[];
  readonly warnings: readonly ConfigProblem[];
}

/** Reads every row. Precedence: flag, variable, file, default. Never throws. */
export function readConfigValues(input: AppInput, { rows, retired }: ConfigTable): ReadConfigValues {
  const file = input.file === undefined ? undefined : readConfigFile(input.file, configKeys(rows));
  const found = new Map<string, SourcedConfigValue>();
  for (const row of rows) {
    const value = findValue(row, input, file);
    if (value !== undefined) found.set(row.flag, value);
  }
  const unknownEntries = file?.unknown ?? [];
  const problems = [
    ...(file?.problems ?? []),
    ...unknownEntries.flatMap(({ path, source }) =>
      retiredKey(path, retired) ? [] : [unknownKey(path, source, rows)],
    ),
    ...unknownFlags(input.flags, rows),
    ...rows.flatMap((row) => valueProblems(row, found.get(row.flag))),
  ];
  const warnings = [
    ...unknownEntries.flatMap(({ path, source }) => noEffectWarnings(retiredKey(path, retired), source)),
    ...(file === undefined ? [] : rows.flatMap((row) => duplicateWarnings(row, file))),
  ];
  return { values: new ConfigValues(rows, found), problems, warnings };
}

function configKeys(rows: readonly ConfigRow<unknown>[]) {
  const paths = (chosen: readonly ConfigRow<unknown>[]) => new Set(chosen.flatMap(({ yaml }) => yaml));
  return {
    values: paths(rows.filter(({ type }) => type.form !== 'map')),
    maps: paths(rows.filter(({ type }) => type.form === 'map')),
  };
}

function findValue(row: ConfigRow<unknown>, input: AppInput, file: ConfigFileContent | undefined) {
  if (row.only !== 'file') {
    for (const flag of rowFlags(row)) {
      const raw = input.flags.get(flag);
      if (raw !== undefined) return { raw, source: { kind: 'flag', flag } as const };
    }
    const variable = environmentVariable(row, input.envPrefix ?? 'KUBEMIN_');
    const raw = input.env[variable];
    if (raw !== undefined && raw !== '') return { raw, source: { kind: 'variable', variable } as const };
  }
  const path = row.yaml.find((each) => file?.entries.has(each));
  return path === undefined ? undefined : file?.entries.get(path);
}

function rowFlags({ flag, otherFlags = [] }: ConfigRow<unknown>): readonly string[] {
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
  // A key that resembles no path is often correct except for its group.
  const last = path.slice(path.lastIndexOf('.') + 1);
  const suggestion =
    closestName(path, [...paths, ...groups]) ?? paths.find((each) => each.endsWith(`.${last}`) || each === last);
  const fix =
    suggestion === undefined ? configMessages.removeUnknownKey : configMessages.suggestKey({ name: suggestion });
  return { code: 'CONFIG_KEY_UNKNOWN', source, message: configMessages.unknownKey, fix };
}

function unknownFlags(
  flags: ReadonlyMap<string, string>,
  rows: readonly ConfigRow<unknown>[],
): readonly ConfigProblem[] {
  const known = rows.filter(({ only }) => only !== 'file').flatMap(rowFlags);
  return [...flags.keys()]
    .filter((flag) => !known.includes(flag))
    .map((flag) => {
      const suggestion = closestName(flag, known);
      const fix =
        suggestion === undefined ? configMessages.removeUnknownFlag : configMessages.suggestFlag({ name: suggestion });
      return { code: 'CONFIG_KEY_UNKNOWN', source: { kind: 'flag', flag }, message: configMessages.unknownFlag, fix };
    });
}

function valueProblems({ type }: ConfigRow<unknown>, found: SourcedConfigValue | undefined): readonly ConfigProblem[] {
  const reading = found && type.read(found.raw);
  if (found === undefined || reading?.kind !== 'wrong') return [];
  return [{ code: 'CONFIG_VALUE_INVALID', source: found.source, message: reading.message, fix: reading.fix }];
}

function noEffectWarnings(key: RetiredKey | undefined, source: ConfigProblem['source']): readonly ConfigProblem[] {
  if (key === undefined) return [];
  const message = configMessages.noEffect({ reason: key.why });
  return [{ code: 'CONFIG_KEY_WITHOUT_EFFECT', source, message, fix: configMessages.remove }];
}

/** One row under two of its keys: the first is used. */
function duplicateWarnings({ yaml }: ConfigRow<unknown>, { entries }: ConfigFileContent): readonly ConfigProblem[] {
  const [first = '', ...others] = yaml.filter((path) => entries.has(path));
  return others.flatMap((path) => {
    const source = entries.get(path)?.source;
    const message = configMessages.setTwice({ first });
    return source === undefined ? [] : [{ code: 'CONFIG_KEY_TWICE', source, message, fix: configMessages.removeOne }];
  });
}
