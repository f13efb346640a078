import type { Message } from '@kubemin/base/message';

/** A value as written: text, or a list of texts. */
export type RawValue = string | readonly string[];

/** What reading a raw value gives. */
export type Reading<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'wrong'; readonly message: Message; readonly fix: Message };

/** What values of a setting look like. `read` never throws, and reads what `show` gives unless that hides a secret. */
export interface SettingType<T> {
  /** For tables: `duration`, `whole number from 1`. */
  readonly name: string;
  /** A switch may stand as a flag without a value; a list may be given as a repeated flag. */
  readonly form: 'value' | 'switch' | 'list';
  read(raw: RawValue): Reading<T>;
  /** For people to look at: without secrets. */
  show(value: T): string;
}
