import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { SchedulerProfile } from './plugin.ts';

/** What a pod asks for that names no scheduler. */
export const DEFAULT_SCHEDULER = 'default-scheduler';

/** The profiles by schedulerName; pods with another name belong to another scheduler. */
export class ProfileTable {
  readonly #profiles: ReadonlyMap<string, SchedulerProfile>;

  /** Of two with the same name, the later stands. */
  constructor(profiles: readonly SchedulerProfile[]) {
    this.#profiles = new Map(profiles.map((profile) => [profile.schedulerName, profile]));
  }

  of({ spec }: Pod): SchedulerProfile | undefined {
    return this.#profiles.get(spec?.schedulerName ?? DEFAULT_SCHEDULER);
  }
}
