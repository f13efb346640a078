import type { Language } from '@kubemin/base/message';
import { type LoadedBundle, option, type Parameter } from '../command/index.ts';
import { settingMessages } from '../messages/index.ts';
import { translateTo } from '../terminal/index.ts';
import type { SettingFlags } from './read-settings.ts';
import type { Setting } from './setting.ts';
import type { SettingFlagsOptions } from './setting-flags.ts';
import { settingGroupsFor } from './settings-table.ts';

const CONFIG = option('--config <file>', {
  en: 'configuration file, YAML (default: $KUBEMIN_CONFIG, else none)',
  zh: '配置文件，YAML（默认：$KUBEMIN_CONFIG，否则没有）',
});

/** The settings of a command as its options. */
export function settingOptions({ of, help }: SettingFlagsOptions): LoadedBundle<SettingFlags> {
  const groups = settingGroupsFor(of);
  const options = groups.flatMap(({ title, settings }) =>
    settings.map((setting): Parameter<unknown> => {
      const shown = help === 'all' ? setting.retired === undefined : setting.only === of || help.includes(setting.flag);
      return { ...settingOption(setting), hidden: !shown, ...(help === 'all' && { heading: title }) };
    }),
  );
  const lists = new Set(groups.flatMap(({ settings }) => settings.filter(isList).map(({ flag }) => flag)));
  return {
    options: [CONFIG, ...options],
    // A list may be given piece by piece; of anything else the last counts.
    collect: (typed) =>
      new Map([...typed].map(([name, values]) => [name, lists.has(name) ? values.join(',') : (values.at(-1) ?? '')])),
  };
}

function settingOption({ flag, type, default: standard, doc }: Setting<unknown>): Parameter<unknown> {
  const place = type.form === 'switch' ? '[bool]' : '<value>';
  const shown = standard === undefined ? '' : type.show(standard);
  const inLanguage = (language: Language): string =>
    shown === ''
      ? doc[language]
      : `${doc[language]}${translateTo(language)(settingMessages.byDefault({ value: shown }))}`;
  return option(`--${flag} ${place}`, { en: inLanguage('en'), zh: inLanguage('zh') });
}

function isList({ type }: Setting<unknown>): boolean {
  return type.form === 'list';
}
