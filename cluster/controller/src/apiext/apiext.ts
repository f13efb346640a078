import { core } from '@kubemin/kubeapi/resources';
import { jsonReply } from '../http/http-reply.ts';
import type { HttpHandler } from '../http/http-request.ts';
import { HttpRouter, type Routes } from '../http/http-router.ts';
import { behind } from '../http/middleware.ts';
import type { ResourceSet } from '../resource/resource-set.ts';
import { addActionRoutes } from './action-routes.ts';
import { apiExtMiddlewares, type MiddlewareName, type MiddlewareOptions } from './apiext-middlewares.ts';
import { type CallerClients, type CallerGate, callerClients } from './caller-transports.ts';
import { flatObject } from './flat-object.ts';
import { openApiDocument } from './openapi.ts';
import { addPhaseRoutes } from './phase-routes.ts';
import type { PhaseViews } from './phase-views.ts';
import { ResourceAddress } from './resource-address.ts';
import { addResourceRoutes } from './resource-routes.ts';
import { servedResource } from './served-resource.ts';

/** What the extension API is made of. */
export interface ApiExtOptions extends MiddlewareOptions {
  readonly resources: ResourceSet;
  /** The machines of phased resources, by `plural.group`. @default none */
  readonly machines?: ReadonlyMap<string, PhaseViews> | undefined;
  /** Who callers are; whatever they ask for is asked of the cluster with their rights. */
  readonly gate: CallerGate;
  /** The first segment of all paths of resources. @default 'apiext' */
  readonly prefix?: string | undefined;
  /** @default all */
  readonly middlewares?: readonly MiddlewareName[] | undefined;
  /** Beside health and namespaces. */
  readonly modules?: readonly ApiExtModule[] | undefined;
}

/**
 * Classic REST for declared resources: flat objects, pages, filters, actions and phases. It keeps nothing and may do
 * nothing itself. Throws APIEXT_FIELD_TAKEN or ROUTE_TAKEN when resources or modules get in each other's way.
 */
export function createApiExt(options: ApiExtOptions): HttpHandler {
  const { resources, machines = new Map(), prefix = 'apiext', modules = [] } = options;
  const clients = callerClients(options.gate);
  const served = [...resources].map((resource) => servedResource(resource, machines));
  const routing = { address: new ResourceAddress(resources, served), clients };
  const document = openApiDocument(served, prefix);
  const router = new HttpRouter();
  const routes = router.under(`/${prefix}`);
  routes.add('GET', '/openapi.json', async () => jsonReply(200, document));
  addResourceRoutes(routes, routing);
  addActionRoutes(routes, routing);
  addPhaseRoutes(routes, routing);
  for (const module of [healthModule, namespacesModule, ...modules]) {
    module.register(router.under(module.prefix), clients);
  }
  return behind(apiExtMiddlewares(options, options.middlewares), router.handler);
}

/** Routes of one's own beside those of resources. */
export interface ApiExtModule {
  /** What all its paths begin with, such as `/v1`. */
  readonly prefix: string;
  /** Called once, when the API is made; paths are given without the prefix. */
  register(routes: Routes, clients: CallerClients): void;
}

/** GET /v1/healthz: that the API answers, to anybody who asks. */
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
        ...flatObject({ apiVersion: 'v1', kind: 'Namespace', metadata }),
        phase: status?.phase,
      }));
      return jsonReply(200, { items: names, total: names.length });
    });
  },
};
