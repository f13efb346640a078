import type { Clock } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { instant, type Profile, type ProfileContent, type ProfileList, profileRoutes } from '@kubemin/client';
import type { DocumentReader } from '@kubemin/model';
import type { SqlDatabase } from '@kubemin/sql';
import { ApiError, bindJson, type ProfileRow, problemMessage, type ServerTables } from '../../api/index.ts';
import { profileMessages } from '../../messages/index.ts';
import { profileSettings } from '../document-references.ts';
import { type ProfileKey, ProfileRows, profileKey } from './profile-rows.ts';

export interface ProfileServiceOptions {
  readonly database: SqlDatabase<ServerTables>;
  readonly model: Pick<DocumentReader, 'parseProfile'>;
  readonly clock: Clock;
}

/** Settings that documents take from the platform by name. */
export class ProfileService {
  readonly #options: ProfileServiceOptions;

  constructor(options: ProfileServiceOptions) {
    this.#options = options;
  }

  async list(kind?: string): Promise<ProfileList> {
    const rows = new ProfileRows(this.#options.database.query);
    const uses = await rows.uses();
    return { profiles: (await rows.list(kind)).map((row) => profileView(row, uses)) };
  }

  async get(key: ProfileKey): Promise<Profile> {
    const rows = new ProfileRows(this.#options.database.query);
    const row = await rows.find(key);
    if (row === undefined) throw profileNotFound(key);
    return profileView(row, await rows.uses());
  }

  async put(key: ProfileKey, { description, settings }: ProfileContent): Promise<Profile> {
    const { database, model, clock } = this.#options;
    const { profile, problems } = model.parseProfile(key.kind, settings, { unknownFields: 'refuse' });
    if (profile === undefined) {
      const [first] = problems;
      const problem = first === undefined ? verbatim('') : problemMessage(first);
      throw new ApiError('PROFILE_INVALID', profileMessages.invalid({ problem }), { problems });
    }
    const now = clock.now();
    const row = { ...key, description, settings: JSON.stringify(profile), created_at: now, updated_at: now };
    await database.transaction((transaction) => new ProfileRows(transaction).put(row));
    return this.get(key);
  }

  /** Returns what was deleted. */
  async delete(key: ProfileKey): Promise<Profile> {
    return this.#options.database.transaction(async (transaction) => {
      const rows = new ProfileRows(transaction);
      const row = await rows.find(key);
      if (row === undefined) throw profileNotFound(key);
      const view = profileView(row, await rows.uses());
      if (view.uses > 0) throw inUse(view);
      await rows.delete(key);
      return view;
    });
  }
}

function profileView(row: ProfileRow, uses: ReadonlyMap<string, number>): Profile {
  const { kind, name, description } = row;
  return {
    kind,
    name,
    description,
    settings: profileSettings(row),
    uses: uses.get(profileKey(row)) ?? 0,
    createTime: instant(row.created_at),
    updateTime: instant(row.updated_at),
  };
}

function profileNotFound({ kind, name }: ProfileKey): ApiError {
  return new ApiError('PROFILE_NOT_FOUND', profileMessages.notFound({ kind, profile: name }));
}

function inUse({ kind, name, uses }: Profile): ApiError {
  return new ApiError('PROFILE_IN_USE', profileMessages.inUse({ kind, profile: name, uses }));
}

/** The routes about profiles. */
export function profileHandlers(profiles: ProfileService) {
  const { listProfiles, getProfile, putProfile, deleteProfile } = profileRoutes;
  return {
    listProfiles: bindJson(listProfiles, ({ query }) => profiles.list(query.kind)),
    getProfile: bindJson(getProfile, ({ params }) => profiles.get(params)),
    putProfile: bindJson(putProfile, ({ params, body }) => profiles.put(params, body)),
    deleteProfile: bindJson(deleteProfile, ({ params }) => profiles.delete(params)),
  };
}
