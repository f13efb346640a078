import type { Message } from '@kubemin/base/message';
import type { Text } from '@kubemin/model';

/** An argument or an option of a command. */
export interface Parameter<T> {
  /** As it is written in a usage line: `<app>`, `[file]`, `-w, --watch`, `--role <project=role>`. */
  readonly form: string;
  readonly summary: Text;
  /** The only values there are. */
  readonly choices?: readonly string[];
  /** An option that must be given. @default false */
  readonly required?: boolean;
  /** Of a first argument: an application that is left out where the directory is linked to one; the arguments move up. @default false */
  readonly byLink?: boolean;
  /** Whether `--help` leaves it out. @default false */
  readonly hidden?: boolean;
  /** Under which heading `--help` shows it. @default with the others */
  readonly heading?: Text;
  /** Turns what was typed (nothing, once, several times; a switch is `true`) into what the command gets. */
  read(typed: readonly string[]): T;
}

/** Turns one value as typed into what it means; throws an InvalidValue. */
export type Reader<T> = (text: string) => T;

/** Thrown by readers: what the value should have been. */
export class InvalidValue extends Error {
  readonly advice: Message;

  constructor(advice: Message) {
    super(advice.message);
    this.advice = advice;
  }
}

/** The value as it was typed. */
export const asTyped: Reader<string> = (text) => text;

/** Many options that are made elsewhere, as the settings are; loaded only for the command they belong to. */
export interface OptionBundle<T> {
  load(): Promise<LoadedBundle<T>>;
}

/** The options of a bundle, and what becomes of those that were typed. */
export interface LoadedBundle<T> {
  readonly options: readonly Parameter<unknown>[];
  /** By long name, without dashes; only what was typed. */
  collect(typed: ReadonlyMap<string, readonly string[]>): T;
}
