import { isJsonObject } from '@kubemin/kubeapi';
import type { DocumentReader, Problem, Profiles, ProfileUse } from '@kubemin/model';
import type { Kysely } from '@kubemin/sql';
import type { DocumentReading, ProfileRow, ServerTables } from '../../api/index.ts';
import { ProfileRows } from './profile-rows.ts';

/** A reading with the profiles it refers to written out. */
export interface ResolvedReading extends DocumentReading {
  readonly profiles: readonly ProfileUse[];
}

/** Writes the profiles that documents refer to into them: what is stored does not change when a profile does. */
export class ProfileResolver {
  readonly #query: Kysely<ServerTables>;
  readonly #model: Pick<DocumentReader, 'resolveProfiles'>;

  constructor(query: Kysely<ServerTables>, model: Pick<DocumentReader, 'resolveProfiles'>) {
    this.#query = query;
    this.#model = model;
  }

  /** All profiles there are now. */
  async load(): Promise<Profiles> {
    return groupProfiles(await new ProfileRows(this.#query).list());
  }

  async resolve(reading: DocumentReading): Promise<ResolvedReading> {
    const { document } = reading;
    // Most documents refer to none, and need not be read again.
    const refers = document !== undefined && JSON.stringify(document.component).includes('"profile"');
    return refers ? this.resolveWith(reading, await this.load()) : { ...reading, profiles: [] };
  }

  /** The same with profiles that were loaded before. */
  resolveWith(reading: DocumentReading, profiles: Profiles): ResolvedReading {
    if (reading.document === undefined) return { ...reading, profiles: [] };
    const { document: resolved, problems, uses } = this.#model.resolveProfiles(reading.document, profiles);
    if (uses.length === 0) return { ...reading, profiles: [] };
    const errors = problems.filter(isError).map(reading.inSource);
    return { ...reading, document: resolved, errors, profiles: uses };
  }
}

function groupProfiles(rows: readonly ProfileRow[]): Profiles {
  const kinds = Object.entries(Object.groupBy(rows, ({ kind }) => kind));
  return Object.fromEntries(
    kinds.map(([kind, all = []]) => [kind, Object.fromEntries(all.map((row) => [row.name, profileSettings(row)]))]),
  );
}

/** The content of a stored profile. */
export function profileSettings({ settings }: Pick<ProfileRow, 'settings'>) {
  const value: unknown = JSON.parse(settings);
  return isJsonObject(value) ? value : {};
}

function isError({ severity }: Problem): boolean {
  return severity === 'error';
}
