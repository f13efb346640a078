// Started by the benchmark: the API server as it runs in earnest, file storage with syncs, TLS, bearer token.
import {
  ADMIN_USER,
  createApiServer,
  fileStorage,
  loadOrCreateCertificates,
  serveApi,
  tokenAuthenticator,
} from '@kubemin/apiserver';
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { sendToParent, serveParentRequests } from '../support/child-side.ts';
import type { ServerSettings } from './settings.ts';

const settings: ServerSettings = JSON.parse(process.argv[2] ?? '{}');
const parts = { clock: systemClock, random: systemRandom, logger: silentLogger };

const certificates = await loadOrCreateCertificates({ ...parts, directory: settings.certificates, hosts: [] });
const storage = await fileStorage({ directory: settings.directory });
const { handler } = await createApiServer({ ...parts, storage });
const { port } = await serveApi({
  ...parts,
  handler,
  host: '127.0.0.1',
  port: 0,
  tls: { key: certificates.key, cert: certificates.cert },
  authenticate: tokenAuthenticator([{ token: settings.token, user: ADMIN_USER }]),
});
serveParentRequests();
sendToParent({ kind: 'ready', port });
