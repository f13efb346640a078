import type { Parameter } from './parameter.ts';

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
