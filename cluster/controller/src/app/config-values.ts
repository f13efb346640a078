import type { ConfigRow } from './config-row.ts';
import type { ConfigSource } from './config-source.ts';
import type { RawConfigValue } from './config-type.ts';

/** What somebody said about a row, and where. */
export interface SaidConfigValue {
  readonly raw: RawConfigValue;
  readonly source: ConfigSource;
}

/** The settings in effect: what was said, else the default. What was said wrongly counts as not said. */
export class ConfigValues {
  readonly rows: readonly ConfigRow<unknown>[];
  readonly #said: ReadonlyMap<string, SaidConfigValue>;

  constructor(rows: readonly ConfigRow<unknown>[], said: ReadonlyMap<string, SaidConfigValue>) {
    this.rows = rows;
    this.#said = said;
  }

  get<T>(row: ConfigRow<T>): T {
    const said = this.#said.get(row.flag);
    const reading = said && row.type.read(said.raw);
    return reading?.kind === 'value' ? reading.value : row.default;
  }

  isSaid(row: ConfigRow<unknown>): boolean {
    return this.#said.has(row.flag);
  }

  sourceOf(row: ConfigRow<unknown>): ConfigSource {
    return this.#said.get(row.flag)?.source ?? { kind: 'default' };
  }
}
