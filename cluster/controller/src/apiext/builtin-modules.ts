import { core } from '@kubemin/kubeapi/resources';
import { jsonReply } from '../http/http-reply.ts';
import type { ApiExtModule } from './apiext-module.ts';
import { flatObject } from './flat-object.ts';

/** GET /v1/healthz: that the API answers, to anybody who asks. */
export const healthModule: ApiExtModule = {
  prefix: '/v1',
  register: (routes) => {
    routes.add('GET', '/healthz', async () => jsonReply(200, { status: 'ok' }));
  },
};

/** GET /v1/ns: the namespaces that the caller may list. */
export const namespacesModule: ApiExtModule = {
  prefix: '/v1',
  register: (routes, clients) => {
    routes.add('GET', '/ns', async (request) => {
      const client = await clients.for(request);
      const { items } = await client.resource(core.v1.namespaces).list({ signal: request.signal });
      const names = items.map(({ metadata, status }) => ({
        ...flatObject({ apiVersion: 'v1', kind: 'Namespace', metadata }),
        phase: status?.phase,
      }));
      return jsonReply(200, { items: names, total: names.length });
    });
  },
};
