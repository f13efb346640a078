import type { Disposables } from '@kubemin/base';
import { core } from '@kubemin/kubeapi/resources';
import type { Schema } from '@kubemin/kubeapi/schema';
import type { PathSource } from '../handler/index.ts';
import { type AdmissionPlugin, type ServerParts, type Subresource, servedVirtual } from '../registry/index.ts';
import type { Authenticator } from './authentication/authenticator.ts';
import { EphemeralTokens } from './authentication/ephemeral-tokens.ts';
import { ANONYMOUS_USER, asAuthenticated } from './authentication/well-known-users.ts';
import { findModes, unionAuthorizer } from './authorization/authorization-modes.ts';
import { type Authorizer, requireAccess } from './authorization/authorizer.ts';
import { authenticationReviews } from './reviews/authentication-reviews.ts';
import { authorizationReviews } from './reviews/authorization-reviews.ts';
import { ephemeralTokenResource } from './reviews/ephemeral-token-resource.ts';
import { issuerDocuments } from './service-accounts/service-account-signer.ts';
import {
  type ServiceAccountSettings,
  ServiceAccountTokens,
  type TokenObjects,
} from './service-accounts/service-account-tokens.ts';
import { tokenRequestSubresource } from './service-accounts/token-request.ts';

/** Who is known, and how it is decided what they may do. */
export interface AccessControlOptions {
  /** Who is known besides holders of tokens this server issued; asked first, in this order. */
  readonly authenticators?: readonly Authenticator[];
  /** Names of authorization modes; members of system:masters may do everything in any of them. @default ['Node', 'RBAC'] */
  readonly authorization?: readonly string[];
  /** Without it, service accounts have no tokens. */
  readonly serviceAccounts?: ServiceAccountSettings;
}

/** The door of a server: who comes in, what they may do, and what they may ask about that. */
export interface AccessControl {
  readonly authenticate: Authenticator;
  readonly authorizer: Authorizer;
  readonly ephemeralTokens: EphemeralTokens;
  readonly subresources: Readonly<Record<string, Subresource>>;
  readonly paths: readonly PathSource[];
}

/** Audiences of service account tokens when no issuer is configured. */
const DEFAULT_AUDIENCES = ['https://kubernetes.default.svc.cluster.local'];

/** Starts authentication and authorization, and adds the reviews to the server's resources. */
export async function startAccessControl(
  server: ServerParts,
  options: AccessControlOptions & { readonly schema: Schema },
  disposables: Disposables,
): Promise<AccessControl> {
  const { clock, random, admission, resources } = server;
  const { schema, serviceAccounts } = options;
  const ephemeralTokens = new EphemeralTokens({ clock, random });
  const accounts =
    serviceAccounts && new ServiceAccountTokens({ ...serviceAccounts, find: tokenObjects(server), clock, random });
  const authenticate = unionAuthenticator([
    ...(options.authenticators ?? []),
    ...(accounts === undefined ? [] : [accounts.authenticate]),
    ephemeralTokens.authenticate,
  ]);
  const authorizer = await startAuthorizer(server, options.authorization ?? ['Node', 'RBAC'], disposables);
  admission.add(createAuthorization(authorizer));
  const virtual = [
    ...authenticationReviews({ authenticate, audiences: accounts?.audiences ?? DEFAULT_AUDIENCES }),
    ...authorizationReviews(authorizer),
    ephemeralTokenResource(ephemeralTokens),
  ];
  resources.provide(
    'access-control',
    virtual.map((resource) => servedVirtual(resource, schema)),
  );
  return {
    authenticate,
    authorizer,
    ephemeralTokens,
    subresources: accounts === undefined ? {} : { 'serviceaccounts/token': tokenRequestSubresource(accounts, schema) },
    paths: accounts === undefined ? [] : [issuerDocuments(accounts)],
  };
}

async function startAuthorizer(
  server: ServerParts,
  names: readonly string[],
  disposables: Disposables,
): Promise<Authorizer> {
  const started = [];
  for (const mode of findModes(names)) {
    const authorizer = await mode.start(server);
    disposables.add(() => authorizer.stop());
    started.push(authorizer);
  }
  const all = unionAuthorizer(started.map(({ authorizer }) => authorizer));
  for (const { admission } of started) {
    const plugin = admission?.(all);
    if (plugin !== undefined) server.admission.add(plugin);
  }
  return all;
}

function tokenObjects({ cache }: ServerParts): TokenObjects {
  const { pods, secrets, nodes, serviceaccounts } = core.v1;
  const collections = { pod: pods, secret: secrets, node: nodes, serviceaccount: serviceaccounts };
  return (kind, namespace, name) => cache.collection(collections[kind].plural).get(namespace, name);
}

/**
 * Calls one after the other; the first that knows the user decides. Credentials that one refused and none accepted
 * are refused: a mistyped token must not turn into an anonymous request.
 */
export function unionAuthenticator(authenticators: readonly Authenticator[]): Authenticator {
  return async (credentials) => {
    const reasons: string[] = [];
    let refused = false;
    for (const authenticate of authenticators) {
      const outcome = await authenticate(credentials);
      if (outcome.kind === 'user') return { ...outcome, user: asAuthenticated(outcome.user) };
      if (outcome.kind === 'none') continue;
      refused = true;
      if (outcome.reason !== undefined) reasons.push(outcome.reason);
    }
    if (refused) return { kind: 'refused', ...(reasons.length > 0 && { reason: reasons.join('; ') }) };
    // An Authorization header that no authenticator reads is still an attempt to authenticate.
    return credentials.authorization === undefined ? { kind: 'none' } : { kind: 'refused' };
  };
}

/** Who shows nothing is system:anonymous; what that user may do is a matter of authorization. */
export function allowAnonymous(authenticate: Authenticator): Authenticator {
  return async (credentials) => {
    const outcome = await authenticate(credentials);
    return outcome.kind === 'none' ? { kind: 'user', user: ANONYMOUS_USER } : outcome;
  };
}

/** A PUT or an apply that turns out to create something needs the right to create, too. */
function createAuthorization(authorizer: Authorizer): AdmissionPlugin {
  return {
    name: 'CreateAuthorization',
    applies: ({ operation, verb }) => operation === 'create' && verb !== 'create',
    validate: ({ metadata }, { user, resource, namespace }) => {
      if (user === undefined) return;
      const { group, plural } = resource.info;
      const name = metadata.name ?? '';
      requireAccess(authorizer, user, {
        kind: 'resource',
        verb: 'create',
        group,
        resource: plural,
        subresource: '',
        namespace,
        name,
      });
    },
  };
}
