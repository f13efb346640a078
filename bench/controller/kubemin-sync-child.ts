// Started by the benchmark: fills the cache of one of our informers with every config map, and reports what that took.
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { createInformerFactory, createKubeClient, httpTransport } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import { measureSync } from './measure-sync.ts';
import type { SyncSettings } from './settings.ts';

const settings: SyncSettings = JSON.parse(process.argv[2] ?? '{}');
const transport = httpTransport(settings);
const client = createKubeClient(transport.handler);

await measureSync(settings, async () => {
  const parts = { client, clock: systemClock, random: systemRandom, logger: silentLogger };
  const informers = createInformerFactory(parts);
  const informer = informers.informer(core.v1.configmaps, { namespace: 'default' });
  informers.start(new AbortController().signal);
  await informers.synced();
  return () => informer.list().length;
});
