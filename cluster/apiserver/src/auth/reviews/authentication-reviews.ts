import { type KubeObject, timestamp, type UserInfo, unauthorized } from '@kubemin/kubeapi';
import { authentication } from '@kubemin/kubeapi/resources';
import type { TokenReview } from '@kubemin/kubeapi/types/authentication.v1';
import { readObject } from '../../handler/index.ts';
import { objectResponse, type VirtualResource } from '../../registry/index.ts';
import type { Authenticator } from '../authentication/authenticator.ts';
import { AuthorizationHeader } from '../authentication/authorization-header.ts';

/** What the reviews ask. */
export interface AuthenticationReviewOptions {
  readonly authenticate: Authenticator;
  /** What this API server calls itself. */
  readonly audiences: readonly string[];
}

/** TokenReview and SelfSubjectReview: who is behind a token, who am I. */
export function authenticationReviews(options: AuthenticationReviewOptions): readonly VirtualResource[] {
  return [
    {
      info: authentication.v1.tokenreviews,
      verbs: {
        create: async (_server, call) => {
          const review = readObject(call);
          const spec = isTokenReview(review) ? (review.spec ?? {}) : {};
          return objectResponse(201, { ...review, status: await reviewToken(options, spec) });
        },
      },
    },
    {
      info: authentication.v1.selfsubjectreviews,
      verbs: {
        create: async ({ clock }, call) => {
          const { user } = call.request;
          if (user === undefined) throw unauthorized();
          const review = readObject(call);
          const metadata = { ...review.metadata, creationTimestamp: timestamp(clock.now()) };
          return objectResponse(201, { ...review, metadata, status: { userInfo: shownUser(user) } });
        },
      },
    },
  ];
}

async function reviewToken(
  { authenticate, audiences: own }: AuthenticationReviewOptions,
  { token = '', audiences: asked = [] }: Partial<TokenReview['spec']>,
): Promise<unknown> {
  const wanted = asked.length > 0 ? asked : own;
  const outcome = await authenticate({ authorization: AuthorizationHeader.parse(token), audiences: wanted });
  if (outcome.kind !== 'user') {
    const reason = outcome.kind === 'refused' ? outcome.reason : undefined;
    return { user: {}, error: reason ?? 'the token is not known, has expired or was revoked' };
  }
  // Tokens that know no audiences are meant for this server.
  const audiences = outcome.audiences ?? wanted.filter((audience) => own.includes(audience));
  if (audiences.length === 0) {
    return { user: {}, error: `token is not meant for any of the audiences ${JSON.stringify(wanted)}` };
  }
  return status(outcome.user, audiences);
}

function status(user: UserInfo, audiences: readonly string[]): unknown {
  return { authenticated: true, user: shownUser(user), audiences };
}

function isTokenReview(object: KubeObject): object is TokenReview {
  return object.kind === 'TokenReview';
}

/** A user as reviews show it: what is empty is left out. */
function shownUser({ username, uid, groups, extra }: UserInfo): unknown {
  return {
    username,
    ...(uid !== undefined && uid !== '' && { uid }),
    ...(groups.length > 0 && { groups }),
    ...(extra !== undefined && Object.keys(extra).length > 0 && { extra }),
  };
}
