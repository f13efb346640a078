import type { Language } from '@kubemin/base/message';
import { appRows, type ConfigRow } from '@kubemin/controller/app';
import { type LoadedBundle, option, type Parameter } from '../../command/index.ts';
import { hubMessages, settingMessages } from '../../messages/index.ts';
import { translateTo } from '../../terminal/index.ts';
import { settingVariable } from '../setting.ts';

/** The settings of a controller app as options: nothing is checked here, so that all problems are reported together. */
export function hubSettingOptions(): LoadedBundle<ReadonlyMap<string, string>> {
  return {
    options: flagRows().flatMap((row) => [
      rowOption(row),
      ...(row.otherFlags ?? []).map((flag) => aliasOption(row, flag)),
    ]),
    collect: (typed) => new Map([...typed].map(([flag, values]) => [flag, values.at(-1) ?? ''])),
  };
}

/** The environment variables of the settings. */
export function hubVariables(): readonly string[] {
  return flagRows().flatMap(({ flag, otherFlags = [] }) =>
    [flag, ...otherFlags].map((each) => settingVariable({ flag: each })),
  );
}

function flagRows(): readonly ConfigRow<unknown>[] {
  const rows: readonly ConfigRow<unknown>[] = Object.values(appRows);
  return rows.filter(({ only }) => only !== 'file');
}

function rowOption(row: ConfigRow<unknown>): Parameter<unknown> {
  const { type, default: standard, doc } = row;
  const shown = standard === undefined ? '' : String(type.show(standard));
  const inLanguage = (language: Language): string =>
    shown === '' || shown === 'false'
      ? doc[language]
      : `${doc[language]}${translateTo(language)(settingMessages.byDefault({ value: shown }))}`;
  return option(optionText(row, row.flag), { en: inLanguage('en'), zh: inLanguage('zh') });
}

function aliasOption(row: ConfigRow<unknown>, alias: string): Parameter<unknown> {
  const summary = hubMessages.sameFlag({ flag: row.flag });
  return option(optionText(row, alias), { en: summary.message, zh: translateTo('zh')(summary) });
}

function optionText({ type, placeholder = 'value' }: ConfigRow<unknown>, flag: string): string {
  const value = type.form === 'switch' ? '[bool]' : `<${placeholder}>`;
  return `${flag.length === 1 ? '-' : '--'}${flag} ${value}`;
}
