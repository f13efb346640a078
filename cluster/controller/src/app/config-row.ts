import type { Message } from '@kubemin/base/message';
import type { ConfigType } from './config-type.ts';

/** One row of the table of settings: everything there is to know about one of them. */
export interface ConfigRow<T> {
  /** Without dashes; the environment variable follows from it. */
  readonly flag: string;
  /** Other flags that say the same. */
  readonly otherFlags?: readonly string[];
  /** Where it stands in a file; the first is how we print it. */
  readonly yaml: readonly [string, ...string[]];
  /** `file`: too long for a flag, or only there for files that exist already. @default everywhere */
  readonly only?: 'file';
  readonly type: ConfigType<T>;
  readonly default: NoInfer<T>;
  /** One sentence. */
  readonly doc: string;
}

/** A key of other programs' files that means nothing here: read, and said to have no effect. */
export interface RetiredKey {
  /** A trailing `.*` stands for everything below. */
  readonly yaml: string;
  readonly why: Message;
}

/** Lets the compiler see what type of value a row has. */
export function configRow<T>(row: ConfigRow<T>): ConfigRow<T> {
  return row;
}

/** The environment variable of a row. */
export function variableOfRow({ flag }: Pick<ConfigRow<unknown>, 'flag'>, prefix: string): string {
  return `${prefix}${flag.toUpperCase().replaceAll('-', '_')}`;
}
