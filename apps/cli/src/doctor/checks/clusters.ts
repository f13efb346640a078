import { PlatformError } from '@kubemin/client';
import { DEFAULT_CLUSTER } from '@kubemin/model';
import type { Connection } from '../../connect.ts';
import { inBoth } from '../../language/catalogue.ts';
import { doctorWords } from '../../language/words/doctor.ts';
import type { Check } from '../check.ts';

/** Whether the clusters applications go to answer the platform now. */
export const clustersCheck: Check = {
  name: 'clusters',
  title: inBoth(doctorWords, (say) => say.clusters),
  needs: 'platform',
  look: async ({ connection }) => {
    const { client } = connection;
    const { clusters } = await client.listClusters();
    try {
      const checked = await Promise.all(clusters.map(({ name }) => client.checkCluster(name)));
      const down = checked.filter(({ reachable }) => !reachable);
      const [first] = down;
      const place = deliveryPlace(connection);
      const names = checked
        .map(({ name, version }) => [name, version, name === DEFAULT_CLUSTER ? place : ''].filter(Boolean).join(' '))
        .join(', ');
      if (first === undefined) return { outcome: 'pass', found: inBoth(doctorWords, (say) => say.clustersUp(names)) };
      const said = down.map(({ name, message }) => `${name}: ${message}`).join('; ');
      return {
        outcome: 'fail',
        found: { en: said, zh: said },
        fix: inBoth(doctorWords, (say) => say.checkCluster(first.name)),
      };
    } catch (error) {
      if (!(error instanceof PlatformError) || error.status !== 403) throw error;
      return { outcome: 'skip', found: inBoth(doctorWords, (say) => say.notAllowed) };
    }
  },
};

/** Where documents go that name no cluster. */
function deliveryPlace({ endpoints }: Connection): string {
  const { kubernetes, context } = endpoints ?? {};
  if (kubernetes === undefined) return '';
  return context === undefined ? `(${kubernetes})` : `(${context}, ${kubernetes})`;
}
