import { formatGoDuration } from '@kubemin/base';
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
  readonly otherwise: string;
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
    const relation = times === 1 ? `less than${equal ? ' or equal to' : ''}` : `at most 1/${times} of`;
    return [
      {
        severity,
        code: severity === 'error' ? 'SETTINGS_CONFLICT' : 'SETTING_UNWISE',
        source: values.getSource(culprit),
        setting: culprit.flag,
        message: `--${shorter.flag} (${formatGoDuration(values.get(shorter))}) should be ${relation} --${longer.flag} (${formatGoDuration(long)}): otherwise ${otherwise}`,
        fix: `lower --${shorter.flag} or raise --${longer.flag}`,
      },
    ];
  };
}

/** A problem of one setting, with its source. */
export function problemWith(
  values: SettingValues,
  setting: Setting<unknown>,
  fault: Pick<SettingProblem, 'severity' | 'code' | 'message' | 'fix'>,
): SettingProblem {
  return { source: values.getSource(setting), setting: setting.flag, ...fault };
}
