import { type ReadSettings, readSettings } from '../read-settings.ts';
import type { SettingsCommand } from '../setting.ts';
import type { SettingProblem } from '../setting-problem.ts';
import { describeSource } from '../setting-source.ts';

/** Configuration of a test. */
export interface SettingInput {
  readonly command?: SettingsCommand;
  readonly flags?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly yaml?: string;
}

/** Reads the settings of a test. */
export function read({ command = 'server', flags = {}, env = {}, yaml }: SettingInput): ReadSettings {
  const config = yaml === undefined ? undefined : ({ kind: 'text', file: 'kubemin.yaml', text: yaml } as const);
  return readSettings({ command, flags: new Map(Object.entries(flags)), env, config });
}

/** `<where> <code>: <message>` for each problem, as it is printed. */
export function lines(problems: readonly SettingProblem[]): readonly string[] {
  return problems.map(({ source, code, message }) => `${describeSource(source)} ${code}: ${message.message}`);
}
