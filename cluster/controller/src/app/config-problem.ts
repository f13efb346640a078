import { type ConfigSource, describeConfigSource } from './config-source.ts';

/** What can be wrong with a configuration; the last two are only ever warnings. */
export type ConfigProblemCode =
  | 'CONFIG_SYNTAX'
  | 'CONFIG_KEY_UNKNOWN'
  | 'CONFIG_VALUE_INVALID'
  | 'CONFIG_CONFLICT'
  | 'CONFIG_KEY_TWICE'
  | 'CONFIG_KEY_WITHOUT_EFFECT';

/** One thing that is wrong with a configuration, or worth knowing about it. */
export interface ConfigProblem {
  readonly code: ConfigProblemCode;
  readonly source: ConfigSource;
  readonly message: string;
  /** What to do. */
  readonly fix: string;
}

/** One problem on one line: where, what, and what to do; `say` puts sentences into another language. */
export function formatConfigProblem(
  problem: ConfigProblem,
  say: (sentence: string) => string = (same) => same,
): string {
  const { code, source, message, fix } = problem;
  return `${describeConfigSource(source)}: ${say(message)}; ${say(fix)} (${code})`;
}
