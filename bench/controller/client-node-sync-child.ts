// Started by the benchmark: the same with the informer of Kubernetes' own client for JavaScript.
import { CoreV1Api, KubeConfig, makeInformer } from '@kubernetes/client-node';
import { measureSync } from './measure-sync.ts';
import type { SyncSettings } from './settings.ts';

const settings: SyncSettings = JSON.parse(process.argv[2] ?? '{}');
const config = new KubeConfig();
config.loadFromOptions({
  clusters: [{ name: 'bench', server: settings.server, caData: Buffer.from(settings.ca).toString('base64') }],
  users: [{ name: 'bench', token: settings.token }],
  contexts: [{ name: 'bench', cluster: 'bench', user: 'bench' }],
  currentContext: 'bench',
});
const api = config.makeApiClient(CoreV1Api);

await measureSync(settings, async () => {
  const informer = makeInformer(config, '/api/v1/namespaces/default/configmaps', () =>
    api.listNamespacedConfigMap({ namespace: 'default' }),
  );
  await informer.start();
  return () => informer.list('default').length;
});
