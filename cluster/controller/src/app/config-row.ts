import type { Message, MessageEntry } from '@kubemin/base/message';
import type { ConfigType } from './config-type.ts';

/** One row of the table of settings. */
export interface ConfigRow<T> {
  /** Without leading dashes; the environment variable is derived from it. */
  readonly flag: string;
  /** Aliases of the flag. */
  readonly otherFlags?: readonly string[];
  /** Its paths in a file; the first one is printed. */
  readonly yaml: readonly [string, ...string[]];
  /** `file`: too long for a flag, or only read for compatibility. @default everywhere */
  readonly only?: 'file';
  readonly type: ConfigType<T>;
  readonly default: NoInfer<T>;
  /** What stands for the value in `--help`. @default value */
  readonly placeholder?: string;
  /** What `--help` prints: no capital, no full stop. */
  readonly doc: MessageEntry;
}

/** A key of files of other programs: accepted, with a warning that it has no effect. */
export interface RetiredKey {
  /** A trailing `.*` matches everything below. */
  readonly yaml: string;
  readonly why: Message;
}

/** Infers the type of the value of a row. */
export function configRow<T>(row: ConfigRow<T>): ConfigRow<T> {
  return row;
}

/** The environment variable of a row. */
export function environmentVariable({ flag }: Pick<ConfigRow<unknown>, 'flag'>, prefix: string): string {
  return `${prefix}${flag.toUpperCase().replaceAll('-', '_')}`;
}
