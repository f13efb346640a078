import { core } from '@kubemin/kubeapi/resources';
import { applyMiddlewares, type HttpHandler, HttpRouter, jsonReply, type Routes } from '../http/index.ts';
import type { ResourceSet } from '../resource/index.ts';
import { addActionRoutes, addPhaseRoutes } from './action-routes.ts';
import { apiExtMiddlewares, type MiddlewareName, type MiddlewareOptions } from './apiext-middlewares.ts';
import { type CallerAuthenticator, type CallerClients, callerClients } from './caller-transports.ts';
import { toFlatObject } from './flat-object.ts';
import { openApiDocument } from './openapi.ts';
import type { PhaseViews } from './phase-views.ts';
import { ResourceAddress } from './resource-address.ts';
import { addResourceRoutes } from './resource-routes.ts';
import { servedResource } from './served-resource.ts';

/** Options of the extension API. */
export interface ApiExtOptions extends MiddlewareOptions {
  readonly resources: ResourceSet;
  /** The machines of phased resources, by `plural.group`. @default none */
  readonly machines?: ReadonlyMap<string, PhaseViews> | undefined;
  /** Identifies callers; their requests go to the cluster with their own permissions. */
  readonly authenticator: CallerAuthenticator;
  /** The first segment of all paths of resources. @default 'apiext' */
  readonly prefix?: string | undefined;
  /** @default all */
  readonly middlewares?: readonly MiddlewareName[] | undefined;
  /** Besides health and namespaces. */
  readonly modules?: readonly ApiExtModule[] | undefined;
}

/**
 * Classic REST for declared resources: flat objects, pages, filters, actions and phases. It keeps no state and has no
 * permissions of its own. Throws APIEXT_FIELD_TAKEN or ROUTE_TAKEN when names of resources or routes of modules collide.
 */
export function createApiExt(options: ApiExtOptions): HttpHandler {
  const { resources, machines = new Map(), prefix = 'apiext', modules = [] } = options;
  const clients = callerClients(options.authenticator);
  const served = [...resources].map((resource) => servedResource(resource, machines));
  const routing = { address: new ResourceAddress(resources, served), clients };
  const document = openApiDocument(served, prefix);
  const router = new HttpRouter();
  const routes = router.withPrefix(`/${prefix}`);
  routes.add('GET', '/openapi.json', async () => jsonReply(200, document));
  addResourceRoutes(routes, routing);
  addActionRoutes(routes, routing);
  addPhaseRoutes(routes, routing);
  for (const module of [healthModule, namespacesModule, ...modules]) {
    module.register(router.withPrefix(module.prefix), clients);
  }
  return applyMiddlewares(apiExtMiddlewares(options, options.middlewares), router.handler);
}

/** Additional routes besides those of resources. */
export interface ApiExtModule {
  /** The prefix of all its paths, such as `/v1`. */
  readonly prefix: string;
  /** Called once, when the API is made; paths are given without the prefix. */
  register(routes: Routes, clients: CallerClients): void;
}

/** GET /v1/healthz: returns 200 without authentication. */
const healthModule: ApiExtModule = {
  prefix: '/v1',
  register: (routes) => {
    routes.add('GET', '/healthz', async () => jsonReply(200, { status: 'ok' }));
  },
};

/** GET /v1/ns: the namespaces that the caller may list. */
const namespacesModule: ApiExtModule = {
  prefix: '/v1',
  register: (routes, clients) => {
    routes.add('GET', '/ns', async (request) => {
      const client = await clients.for(request);
      const { items } = await client.resource(core.v1.namespaces).list({ signal: request.signal });
      const names = items.map(({ metadata, status }) => ({
        ...toFlatObject({ apiVersion: 'v1', kind: 'Namespace', metadata }),
        phase: status?.phase,
      }));
      return jsonReply(200, { items: names, total: names.length });
    });
  },
};
