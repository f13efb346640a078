import type { Message } from '@kubemin/base/message';
import { type ConfigSource, describeConfigSource } from './config-source.ts';

/** The codes of problems of a configuration; the last two are only warnings. */
export type ConfigProblemCode =
  | 'CONFIG_SYNTAX'
  | 'CONFIG_KEY_UNKNOWN'
  | 'CONFIG_VALUE_INVALID'
  | 'CONFIG_CONFLICT'
  | 'CONFIG_KEY_TWICE'
  | 'CONFIG_KEY_WITHOUT_EFFECT';

/** One error or warning of a configuration. */
export interface ConfigProblem {
  readonly code: ConfigProblemCode;
  readonly source: ConfigSource;
  readonly message: Message;
  /** What to do. */
  readonly fix: Message;
}

/** One problem on one line: source, message and fix. @param translate @default English */
export function formatConfigProblem(
  problem: ConfigProblem,
  translate: (message: Message) => string = (english) => english.message,
): string {
  const { code, source, message, fix } = problem;
  return `${describeConfigSource(source)}: ${translate(message)}; ${translate(fix)} (${code})`;
}
