import {
  type ApiHandler,
  type ApiMethod,
  type ApiRequest,
  type ApiResponse,
  internal,
  methodNotAllowed,
  notAcceptable,
  pathNotFound,
  StatusError,
} from '@kubemin/kubeapi';
import type { Aggregation } from './aggregation/index.ts';
import { type Authorizer, authorizeRequest, impersonateUser } from './auth/index.ts';
import {
  createObject,
  deleteCollection,
  deleteObject,
  getObject,
  isLongRunning,
  listObjects,
  type PathHandler,
  type ProtobufBodies,
  patchObject,
  presentResponse,
  updateObject,
  watchObjects,
} from './handler/index.ts';
import type { RequestMetrics } from './metrics/index.ts';
import {
  addWarnings,
  negotiateObjectForm,
  objectResponse,
  parseRoute,
  type RequestVerb,
  type ResourceCall,
  type ResponseFormat,
  type Route,
  type ServerParts,
  type SubresourceTable,
  Warnings,
} from './registry/index.ts';
import { bufferStream } from './streaming/index.ts';

type Verb = (server: ServerParts, call: ResourceCall) => Promise<ApiResponse>;

const VERBS: Readonly<Record<RequestVerb, Verb>> = {
  get: getObject,
  list: listObjects,
  watch: watchObjects,
  create: createObject,
  update: updateObject,
  patch: patchObject,
  delete: deleteObject,
  deletecollection: deleteCollection,
};

const OBJECT_FORMATS: readonly ResponseFormat[] = ['json', 'yaml'];
const WATCH_FORMATS: readonly ResponseFormat[] = ['json'];

/** What the handler puts together. */
export interface ApiHandlerOptions {
  readonly server: ServerParts;
  readonly subresources: SubresourceTable;
  readonly protobuf: ProtobufBodies;
  readonly paths: PathHandler;
  readonly authorizer: Authorizer;
  readonly metrics: RequestMetrics;
  readonly aggregation: Aggregation;
}

/** The whole API as a function: route, authorize, do, present; every failure becomes a Status. */
export function createApiHandler(options: ApiHandlerOptions): ApiHandler {
  const { server, metrics } = options;
  return async (request) => {
    const warnings = new Warnings();
    const route = parseRoute(server.resources, request);
    const measured = metrics.begin(route, request);
    let response: ApiResponse;
    try {
      response = await bufferForCaller(request, await respond(options, { request, route, warnings }));
    } catch (error) {
      response = withAllow(options, route, failure(server, request, error));
    }
    metrics.end(measured, response.status);
    return withWarnings(response, warnings);
  };
}

interface Received {
  readonly request: ApiRequest;
  readonly route: Route;
  readonly warnings: Warnings;
}

async function respond(options: ApiHandlerOptions, received: Received): Promise<ApiResponse> {
  const { protobuf, paths, authorizer, aggregation } = options;
  const { route, warnings } = received;
  const forwarded = aggregation.respond(received.request);
  if (forwarded !== undefined) return forwarded;
  const request = impersonateUser(authorizer, received.request);
  authorizeRequest(authorizer, request, route);
  if (route.kind === 'path') return paths(request, route.path);
  // Before anything is written: a request that took effect must not get 406.
  const formats = route.verb === 'watch' ? WATCH_FORMATS : OBJECT_FORMATS;
  const form = isLongRunning(route) ? 'plain' : negotiateObjectForm(request.headers.accept, formats);
  // What is reviewed is not stored, and no table shows it.
  const isReview = route.verb === 'create' && route.resource.verbs !== undefined;
  if (form !== 'plain' && isReview) throw notAcceptable(formats.map((format) => `application/${format}`));
  const call: ResourceCall = { ...route, request: await protobuf.readable(route, request), form, warnings };
  return resourceResponse(options, call);
}

async function resourceResponse({ server, subresources }: ApiHandlerOptions, call: ResourceCall): Promise<ApiResponse> {
  const { info } = call.resource;
  if (call.subresource !== undefined) {
    const subresource = call.resource.subresources?.get(call.subresource) ?? subresources.find(info, call.subresource);
    if (subresource === undefined) throw pathNotFound();
    const verb = subresource[call.verb];
    if (verb === undefined) throw methodNotAllowed(info, call.verb);
    return presentResponse(server, call, await verb(server, call));
  }
  const verb = (call.resource.verbs ?? VERBS)[call.verb];
  if (verb === undefined || !info.verbs.includes(call.verb)) throw methodNotAllowed(info, call.verb);
  const response = await verb(server, call);
  addWarnings(call, response);
  return presentResponse(server, call, response);
}

/** The response in a kind that the caller supports. */
async function bufferForCaller({ expect }: ApiRequest, response: ApiResponse): Promise<ApiResponse> {
  return response.kind === 'stream' && expect === undefined ? bufferStream(response) : response;
}

function withWarnings(response: ApiResponse, warnings: Warnings): ApiResponse {
  const warning = warnings.headerValues();
  return warning.length === 0 ? response : { ...response, headers: { ...response.headers, warning } };
}

/** The methods of verbs, of a collection and of one object. */
const METHODS: readonly (readonly [ApiMethod, ofAll: RequestVerb | undefined, ofOne: RequestVerb | undefined])[] = [
  ['GET', 'list', 'get'],
  ['POST', 'create', undefined],
  ['PUT', undefined, 'update'],
  ['PATCH', undefined, 'patch'],
  ['DELETE', 'deletecollection', 'delete'],
];

/** With 405 goes which methods there are. */
function withAllow({ subresources }: ApiHandlerOptions, route: Route, response: ApiResponse): ApiResponse {
  if (response.status !== 405) return response;
  const methods = METHODS.filter(([method, ofAll, ofOne]) => {
    if (route.kind === 'path') return method === 'GET';
    const { resource, name, subresource } = route;
    if (subresource !== undefined) {
      const found = resource.subresources?.get(subresource) ?? subresources.find(resource.info, subresource);
      return [ofAll, ofOne].some((verb) => verb !== undefined && found?.[verb] !== undefined);
    }
    const verb = name === undefined ? ofAll : ofOne;
    return verb !== undefined && (resource.verbs ?? VERBS)[verb] !== undefined && resource.info.verbs.includes(verb);
  });
  return { ...response, headers: { ...response.headers, allow: methods.map(([method]) => method).join(', ') } };
}

function failure(server: ServerParts, request: ApiRequest, error: unknown): ApiResponse {
  if (error instanceof StatusError) {
    if (error.httpCode >= 500) server.logger.warn('a request failed', { path: request.path, error });
    const seconds = error.status.details?.retryAfterSeconds;
    const headers = seconds === undefined ? {} : { 'retry-after': String(seconds) };
    return { ...objectResponse(error.httpCode, error.status), headers };
  }
  server.logger.error('a request failed unexpectedly', { method: request.method, path: request.path, error });
  return objectResponse(500, internal(error).status);
}
