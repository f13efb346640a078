import {
  type ApiResponse,
  fieldError,
  forbidden,
  invalid,
  isJsonObject,
  notFound,
  type ResourceInfo,
  type Status,
  timestamp,
  type UserInfo,
} from '@kubemin/kubeapi';
import { readObject } from '../../handler/index.ts';
import { isDryRun, objectResponse, type VirtualResource } from '../../registry/index.ts';
import { type EphemeralTokens, MAX_TOKEN_SECONDS, usesEphemeralToken } from '../authentication/ephemeral-tokens.ts';
import { parseServiceAccountUsername } from '../authentication/service-account-user.ts';
import { isMaster } from '../authorization/authorizer.ts';
import { requestUser } from './authorization-reviews.ts';

const DEFAULT_SECONDS = 3600;
const MIN_SECONDS = 60;

const INFO: ResourceInfo = {
  group: 'authentication.kubemin.io',
  version: 'v1',
  plural: 'ephemeraltokens',
  singular: 'ephemeraltoken',
  kind: 'EphemeralToken',
  namespaced: false,
  shortNames: [],
  categories: [],
  verbs: ['create', 'delete'],
  subresources: [],
};

/** Short-lived tokens over the API: POST creates one for the caller, DELETE of its name revokes it. */
export function ephemeralTokenResource(tokens: EphemeralTokens): VirtualResource {
  return {
    info: INFO,
    verbs: {
      create: async ({ clock }, call): Promise<ApiResponse> => {
        const user = requestUser(call);
        checkMayIssue(user);
        const review = readObject(call);
        const seconds = requestedSeconds(review);
        const metadata = { creationTimestamp: timestamp(clock.now()) };
        const shown = { ...review, spec: { expirationSeconds: seconds } };
        if (isDryRun(call)) return objectResponse(201, { ...shown, metadata });
        const { id, token, expiresAt } = tokens.issue(user, seconds * 1000);
        const status = { token, expirationTimestamp: timestamp(expiresAt), username: user.username };
        return objectResponse(201, { ...shown, metadata: { ...metadata, name: id, uid: id }, status });
      },
      delete: async (_server, call): Promise<ApiResponse> => {
        const user = requestUser(call);
        const id = call.name ?? '';
        const found = tokens.find(id);
        if (found === undefined) throw notFound(INFO, id);
        if (found.user.username !== user.username && !isMaster(user)) {
          throw forbidden('only the user it was issued to may revoke it', { ...INFO, name: id });
        }
        if (!isDryRun(call)) tokens.revoke(id);
        const details = { name: id, group: INFO.group, kind: INFO.plural, uid: id };
        const success: Status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details };
        return objectResponse(200, success);
      },
    },
  };
}

/** Tokens of accounts end with the account and have a way of their own. */
function checkMayIssue(user: UserInfo): void {
  if (usesEphemeralToken(user)) throw forbidden('an ephemeral token cannot be used to make another', INFO);
  if (parseServiceAccountUsername(user.username) === undefined) return;
  throw forbidden('service accounts get their tokens from serviceaccounts/token', INFO);
}

function requestedSeconds(review: object): number {
  const spec = 'spec' in review && isJsonObject(review.spec) ? review.spec : {};
  const { expirationSeconds: seconds = DEFAULT_SECONDS } = spec;
  const good =
    typeof seconds === 'number' && Number.isInteger(seconds) && seconds >= MIN_SECONDS && seconds <= MAX_TOKEN_SECONDS;
  if (good) return seconds;
  const rule = `must be a whole number from ${MIN_SECONDS} to ${MAX_TOKEN_SECONDS}`;
  throw invalid(INFO, '', [fieldError.invalid('spec.expirationSeconds', seconds, rule)]);
}
