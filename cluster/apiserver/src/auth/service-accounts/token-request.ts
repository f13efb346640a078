import {
  type ApiResponse,
  badRequest,
  conflict,
  fieldError,
  invalid,
  type KubeObject,
  notFound,
  type ResourceInfo,
  timestamp,
} from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Schema } from '@kubemin/kubeapi/schema';
import type { TokenRequest } from '@kubemin/kubeapi/types/authentication.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { isPod, readObject } from '../../handler/index.ts';
import {
  objectResponse,
  placeOfCall,
  type ResourceCall,
  type ServerParts,
  type Subresource,
  servedResource,
} from '../../registry/index.ts';
import type { ServiceAccountTokens } from './service-account-tokens.ts';
import type { BoundKind, ObjectIdentity, TokenClaims } from './token-claims.ts';

const DEFAULT_SECONDS = 3600;
const MIN_SECONDS = 600;
const MAX_SECONDS = 2 ** 32;
/** The lifetime that pods request by default; old clients that never re-read the file keep working for a year. */
const POD_SECONDS = 3607;
const YEAR_SECONDS = 365 * 24 * 3600;

const TOKEN_REQUEST: ResourceInfo = {
  group: 'authentication.k8s.io',
  version: 'v1',
  plural: 'tokenrequests',
  singular: 'tokenrequest',
  kind: 'TokenRequest',
  namespaced: true,
  shortNames: [],
  categories: [],
  verbs: ['create'],
  subresources: [],
};

const BINDABLE = { Pod: core.v1.pods, Secret: core.v1.secrets, Node: core.v1.nodes } as const;
const CLAIM_OF: Readonly<Record<keyof typeof BINDABLE, BoundKind>> = { Pod: 'pod', Secret: 'secret', Node: 'node' };

/** POST serviceaccounts/NAME/token: a token for the account. */
export function tokenRequestSubresource(tokens: ServiceAccountTokens, schema: Schema): Subresource {
  const shape = servedResource({ info: TOKEN_REQUEST, schema, strategies: new Map() });
  return {
    create: async (server, call): Promise<ApiResponse> => {
      const place = placeOfCall(call);
      const account = server.registry.read(call.resource, place);
      const request = readObject({ ...call, resource: shape });
      if (!isTokenRequest(request)) throw badRequest('expected a TokenRequest');
      const asked = { ...request, metadata: { ...request.metadata, name: place.name } };
      await server.admission.hooksFor('create', call)?.validate(asked, undefined);
      const { expirationSeconds: seconds = DEFAULT_SECONDS, boundObjectRef } = request.spec ?? {};
      checkSeconds(place.name, seconds);
      const audiences = request.spec?.audiences?.length ? request.spec.audiences : tokens.audiences;
      const bound = boundObjectRef === undefined ? {} : boundTo(server, call, boundObjectRef);
      const podToken = seconds === POD_SECONDS && bound.pod !== undefined;
      const { token, claims } = await tokens.issue({
        namespace: place.namespace,
        account: objectIdentity(account),
        audiences,
        lifetimeSeconds: podToken ? YEAR_SECONDS : seconds,
        ...(podToken && { warnAfterSeconds: seconds }),
        bound,
      });
      const { name, namespace } = place;
      return objectResponse(201, {
        kind: request.kind,
        apiVersion: request.apiVersion,
        metadata: { name, namespace, creationTimestamp: timestamp(claims.issuedAt * 1000) },
        spec: { audiences, expirationSeconds: seconds, ...(boundObjectRef !== undefined && { boundObjectRef }) },
        status: { token, expirationTimestamp: timestamp((claims.issuedAt + seconds) * 1000) },
      });
    },
  };
}

function checkSeconds(name: string, seconds: number): void {
  const rule =
    seconds < MIN_SECONDS
      ? 'may not specify a duration less than 10 minutes'
      : seconds > MAX_SECONDS
        ? 'may not specify a duration larger than 2^32 seconds'
        : undefined;
  if (rule === undefined) return;
  throw invalid(TOKEN_REQUEST, name, [fieldError.invalid('spec.expirationSeconds', seconds, rule)]);
}

function boundTo(
  server: ServerParts,
  call: ResourceCall,
  { kind = '', name = '', uid = '' }: NonNullable<TokenRequest['spec']['boundObjectRef']>,
): TokenClaims['bound'] {
  if (!isBindable(kind)) throw badRequest(`cannot bind token to object of type ${kind}`);
  const info = BINDABLE[kind];
  const resource = server.resources.find(info);
  const namespace = info.namespaced ? (call.namespace ?? '') : '';
  const object = resource && server.cache.collection(resource.collection).get(namespace, name);
  if (object === undefined) throw notFound(info, name);
  if (uid !== '' && uid !== object.metadata.uid) {
    const why = `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`;
    throw conflict(info, name, why);
  }
  const own = { [CLAIM_OF[kind]]: objectIdentity(object) };
  if (!isPod(object)) return own;
  if ((object.spec?.serviceAccountName ?? 'default') !== call.name) {
    throw badRequest(
      `cannot bind token for serviceaccount "${call.name}" to pod running with different serviceaccount name.`,
    );
  }
  return { ...own, ...podNodeIdentity(server, object) };
}

function podNodeIdentity(server: ServerParts, { spec }: Pod): TokenClaims['bound'] {
  const nodes = server.resources.find(core.v1.nodes);
  const node = nodes && server.cache.collection(nodes.collection).get('', spec?.nodeName ?? '');
  return node === undefined ? {} : { node: objectIdentity(node) };
}

function objectIdentity({ metadata }: KubeObject): ObjectIdentity {
  return { name: metadata.name ?? '', uid: metadata.uid ?? '' };
}

function isBindable(kind: string): kind is keyof typeof BINDABLE {
  return Object.hasOwn(BINDABLE, kind);
}

function isTokenRequest(object: KubeObject): object is TokenRequest {
  return object.kind === 'TokenRequest';
}
