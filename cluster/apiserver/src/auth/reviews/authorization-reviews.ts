import { badRequest, fieldError, invalid, type KubeObject, type UserInfo, unauthorized } from '@kubemin/kubeapi';
import { authorization } from '@kubemin/kubeapi/resources';
import type {
  LocalSubjectAccessReview,
  NonResourceAttributes,
  ResourceAttributes,
  SelfSubjectAccessReview,
  SelfSubjectRulesReview,
  SubjectAccessReview,
  SubjectAccessReviewSpec,
  SubjectRulesReviewStatus,
} from '@kubemin/kubeapi/types/authorization.v1';
import type { PolicyRule } from '@kubemin/kubeapi/types/rbac.v1';
import { readObject } from '../../handler/index.ts';
import { objectResponse, type ResourceCall, type VirtualResource } from '../../registry/index.ts';
import type { Access } from '../authorization/access.ts';
import type { Authorizer } from '../authorization/authorizer.ts';

/** Reviews of the access of a user, of one's own access, and of one's own rules. */
export function authorizationReviews(authorizer: Authorizer): readonly VirtualResource[] {
  const decided = (review: KubeObject, user: UserInfo, access: Access) => {
    const { allowed, reason } = authorizer.decide(user, access);
    return objectResponse(201, { ...review, status: { allowed, ...(reason !== undefined && { reason }) } });
  };
  return [
    {
      info: authorization.v1.selfsubjectaccessreviews,
      verbs: {
        create: async (_server, call) => {
          const review = readObject(call);
          const spec = isSelfReview(review) ? (review.spec ?? {}) : {};
          return decided(review, requestUser(call), reviewedAccess(call, spec));
        },
      },
    },
    {
      info: authorization.v1.subjectaccessreviews,
      verbs: {
        create: async (_server, call) => {
          const review = readObject(call);
          const spec = isReview(review) ? (review.spec ?? {}) : {};
          return decided(review, reviewedUser(call, spec), reviewedAccess(call, spec));
        },
      },
    },
    {
      info: authorization.v1.localsubjectaccessreviews,
      verbs: {
        create: async (_server, call) => {
          const review = readObject(call);
          const spec = isLocalReview(review) ? (review.spec ?? {}) : {};
          if (spec.resourceAttributes?.namespace !== call.namespace) {
            throw badRequest(`spec.resourceAttributes.namespace must match namespace: ${call.namespace ?? ''}`);
          }
          return decided(review, reviewedUser(call, spec), reviewedAccess(call, spec));
        },
      },
    },
    {
      info: authorization.v1.selfsubjectrulesreviews,
      verbs: {
        create: async (_server, call) => {
          const review = readObject(call);
          const namespace = isRulesReview(review) ? (review.spec?.namespace ?? '') : '';
          if (namespace === '') throw badRequest('no namespace on request');
          return objectResponse(201, {
            ...review,
            status: rulesReviewStatus(authorizer.rulesFor(requestUser(call), namespace)),
          });
        },
      },
    },
  ];
}

interface Attributes {
  readonly resourceAttributes?: ResourceAttributes;
  readonly nonResourceAttributes?: NonResourceAttributes;
}

function reviewedAccess({ resource }: ResourceCall, { resourceAttributes, nonResourceAttributes }: Attributes): Access {
  if ((resourceAttributes === undefined) === (nonResourceAttributes === undefined)) {
    const rule = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
    throw invalid(resource.info, '', [fieldError.invalid('spec.resourceAttributes', resourceAttributes, rule)]);
  }
  if (nonResourceAttributes !== undefined) {
    const { path = '', verb = '' } = nonResourceAttributes;
    return { kind: 'path', path, verb };
  }
  const {
    verb = '',
    group = '',
    resource: plural = '',
    subresource = '',
    namespace = '',
    name = '',
  } = resourceAttributes ?? {};
  return { kind: 'resource', verb, group, resource: plural, subresource, namespace, name };
}

function reviewedUser(
  { resource }: ResourceCall,
  { user = '', uid, groups = [], extra }: SubjectAccessReviewSpec,
): UserInfo {
  if (user === '' && groups.length === 0) {
    const rule = 'at least one of user or group must be specified';
    throw invalid(resource.info, '', [fieldError.invalid('spec.user', user, rule)]);
  }
  return { username: user, groups, ...(uid !== undefined && { uid }), ...(extra !== undefined && { extra }) };
}

/** The user of a call; rejects calls without one. */
export function requestUser({ request }: ResourceCall): UserInfo {
  if (request.user === undefined) throw unauthorized();
  return request.user;
}

function isSelfReview(object: KubeObject): object is SelfSubjectAccessReview {
  return object.kind === 'SelfSubjectAccessReview';
}

function isReview(object: KubeObject): object is SubjectAccessReview {
  return object.kind === 'SubjectAccessReview';
}

function isLocalReview(object: KubeObject): object is LocalSubjectAccessReview {
  return object.kind === 'LocalSubjectAccessReview';
}

function isRulesReview(object: KubeObject): object is SelfSubjectRulesReview {
  return object.kind === 'SelfSubjectRulesReview';
}

/** Rules as a review shows them: those about resources apart from those about paths, each once. */
function rulesReviewStatus(rules: readonly PolicyRule[]): SubjectRulesReviewStatus {
  const distinct = [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
  return {
    resourceRules: distinct.flatMap(({ nonResourceURLs, verbs, apiGroups, resources, resourceNames }) =>
      nonResourceURLs?.length
        ? []
        : [
            {
              verbs,
              apiGroups: apiGroups ?? [],
              resources: resources ?? [],
              ...(resourceNames?.length && { resourceNames }),
            },
          ],
    ),
    nonResourceRules: distinct.flatMap(({ nonResourceURLs, verbs }) =>
      nonResourceURLs?.length ? [{ verbs, nonResourceURLs }] : [],
    ),
    incomplete: false,
  };
}
