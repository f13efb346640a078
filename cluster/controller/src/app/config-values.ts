import type { ConfigRow } from './config-row.ts';
import type { ConfigSource } from './config-source.ts';
import type { RawConfigValue } from './config-type.ts';

/** The value that was set for a row, and where. */
export interface SourcedConfigValue {
  readonly raw: RawConfigValue;
  readonly source: ConfigSource;
}

/** The settings in effect: the value that was set, else the default. Invalid values are treated as not set. */
export class ConfigValues {
  readonly rows: readonly ConfigRow<unknown>[];
  readonly #values: ReadonlyMap<string, SourcedConfigValue>;

  constructor(rows: readonly ConfigRow<unknown>[], values: ReadonlyMap<string, SourcedConfigValue>) {
    this.rows = rows;
    this.#values = values;
  }

  get<T>(row: ConfigRow<T>): T {
    const given = this.#values.get(row.flag);
    const reading = given && row.type.read(given.raw);
    return reading?.kind === 'value' ? reading.value : row.default;
  }

  isSet(row: ConfigRow<unknown>): boolean {
    return this.#values.has(row.flag);
  }

  source(row: ConfigRow<unknown>): ConfigSource {
    return this.#values.get(row.flag)?.source ?? { kind: 'default' };
  }
}
