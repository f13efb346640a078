import type { WorkContext } from '../job-type.ts';
import type { ShareStore } from '../store/share-store.ts';

/** Claims that are looked at and not made: what nobody has, and what was given up, is had for the asking. */
export function rehearsedShares(
  shares: Pick<ShareStore, 'look' | 'isAbandoned' | 'applicationName'>,
): WorkContext['shares'] {
  return {
    claim: async (name, { appId }) => (await shares.look(name)) ?? { appId, settled: false },
    takeOver: async () => true,
    isAbandoned: (appId) => shares.isAbandoned(appId),
    applicationName: (appId) => shares.applicationName(appId),
  };
}
