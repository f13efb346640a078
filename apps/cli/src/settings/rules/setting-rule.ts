import { formatGoDuration } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { settingFixMessages, settingProblemMessages } from '../../messages/index.ts';
import type { Setting } from '../setting.ts';
import type { SettingProblem } from '../setting-problem.ts';
import type { SettingValues } from '../setting-values.ts';

/** Checks settings together. Must handle any values, also the defaults of invalid settings. */
export type SettingRule = (values: SettingValues) => readonly SettingProblem[];

/** Two durations of which one has to be the shorter. */
export interface OrderRule {
  readonly severity: SettingProblem['severity'];
  readonly shorter: Setting<number>;
  readonly longer: Setting<number>;
  /** Whether both may be the same. @default false */
  readonly equal?: boolean;
  /** How many times as long the longer one has to be. @default 1 */
  readonly times?: number;
  /** What happens otherwise. */
  readonly otherwise: Message;
  /** When it matters. @default always */
  when?(values: SettingValues): boolean;
}

/** Makes a rule of it. Defaults, which are the manual's, are not argued with. */
export function orderRule(options: OrderRule): SettingRule {
  const { severity, shorter, longer, equal = false, times = 1, otherwise } = options;
  return (values) => {
    if (!values.isSet(shorter) && !values.isSet(longer)) return [];
    const short = values.get(shorter) * times;
    const long = values.get(longer);
    if (short < long || (equal && short === long) || options.when?.(values) === false) return [];
    const culprit = values.isSet(shorter) ? shorter : longer;
    const params = {
      shorter: `--${shorter.flag}`,
      short: formatGoDuration(values.get(shorter)),
      longer: `--${longer.flag}`,
      long: formatGoDuration(long),
      otherwise,
    };
    return [
      {
        severity,
        code: severity === 'error' ? 'SETTINGS_CONFLICT' : 'SETTING_UNWISE',
        source: values.getSource(culprit),
        setting: culprit.flag,
        message: orderMessage(params, times, equal),
        fix: settingFixMessages.reorder({ shorter: shorter.flag, longer: longer.flag }),
      },
    ];
  };
}

function orderMessage(
  params: Parameters<typeof settingProblemMessages.less>[0],
  times: number,
  equal: boolean,
): Message {
  if (times !== 1) return settingProblemMessages.fraction({ ...params, times });
  return equal ? settingProblemMessages.lessOrEqual(params) : settingProblemMessages.less(params);
}

/** A problem of one setting, with its source. */
export function problemWith(
  values: SettingValues,
  setting: Setting<unknown>,
  fault: Pick<SettingProblem, 'severity' | 'code' | 'message' | 'fix'>,
): SettingProblem {
  return { source: values.getSource(setting), setting: setting.flag, ...fault };
}
