import { isJsonObject, type JsonObject, type JsonValue, type ResourceInfo, type Status } from '@kubemin/kubeapi';
import type { AdmissionRequest, ServedResource } from '../../registry/index.ts';

/** A request as a webhook is to see it. */
export interface ReviewedRequest {
  readonly request: AdmissionRequest;
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
  /** The version of the resource that the objects have. */
  readonly shownAs: ServedResource;
  readonly object: JsonValue;
  readonly oldObject: JsonValue;
}

/** What a webhook decided. */
export interface ReviewResult {
  readonly allowed: boolean;
  readonly status: Partial<Status> | undefined;
  readonly warnings: readonly string[];
  readonly auditAnnotations: Readonly<Record<string, string>>;
  readonly patch: JsonValue | undefined;
}

/** The versions of AdmissionReview that are sent; a webhook gets the first of its list that is one of them. */
export const REVIEW_VERSIONS: readonly string[] = ['v1', 'v1beta1'];

const OPTIONS_KINDS: Readonly<Record<AdmissionRequest['operation'], string | undefined>> = {
  create: 'CreateOptions',
  update: 'UpdateOptions',
  delete: 'DeleteOptions',
  connect: undefined,
};

/** The `request` of a review. */
export function reviewRequest(reviewed: ReviewedRequest): JsonObject {
  const { request, uid, name, namespace, shownAs, object, oldObject } = reviewed;
  const { operation, subresource, resource, user, dryRun } = request;
  return {
    uid,
    kind: kindOf(shownAs.info, subresource),
    resource: resourceOf(shownAs.info),
    ...(subresource !== undefined && { subResource: subresource }),
    requestKind: kindOf(resource.info, subresource),
    requestResource: resourceOf(resource.info),
    ...(subresource !== undefined && { requestSubResource: subresource }),
    ...(name !== '' && { name }),
    ...(namespace !== '' && { namespace }),
    operation: operation.toUpperCase(),
    userInfo: {
      ...(user?.username !== undefined && { username: user.username }),
      ...(user?.uid !== undefined && { uid: user.uid }),
      groups: [...(user?.groups ?? [])],
      ...(user?.extra && {
        extra: Object.fromEntries(Object.entries(user.extra).map(([key, all]) => [key, [...all]])),
      }),
    },
    object,
    oldObject,
    dryRun,
    options: requestOptions(request),
  };
}

function kindOf(info: ResourceInfo, subresource: string | undefined): JsonObject {
  const { group, version, kind } = info.subresources.find(({ name }) => name === subresource) ?? info;
  return { group, version, kind };
}

function resourceOf({ group, version, plural }: ResourceInfo): JsonObject {
  return { group, version, resource: plural };
}

function requestOptions({ operation, query, verb, dryRun }: AdmissionRequest): JsonValue {
  const kind = operation === 'update' && verb === 'patch' ? 'PatchOptions' : OPTIONS_KINDS[operation];
  if (kind === undefined) return null;
  const [fieldManager, fieldValidation] = [query.get('fieldManager'), query.get('fieldValidation')];
  return {
    kind,
    apiVersion: 'meta.k8s.io/v1',
    ...(dryRun && { dryRun: ['All'] }),
    ...(operation !== 'delete' && fieldManager !== null && { fieldManager }),
    ...(operation !== 'delete' && fieldValidation !== null && { fieldValidation }),
  };
}

/** The result in a review that a webhook sent; throws an Error that names what is wrong with it. */
export function readReviewResult(
  review: unknown,
  expected: { readonly version: string; readonly uid: string; readonly mayPatch: boolean },
): ReviewResult {
  if (!isJsonObject(review)) throw new Error('webhook response is not an object');
  const { response } = review;
  if (!isJsonObject(response)) throw new Error('webhook response was absent');
  if (expected.version === 'v1') checkIdentity(review, response, expected.uid);
  const { allowed, status, warnings, auditAnnotations } = response;
  return {
    allowed: allowed === true,
    status: isJsonObject(status) ? readStatus(status) : undefined,
    warnings: Array.isArray(warnings) ? warnings.map(String) : [],
    auditAnnotations: isJsonObject(auditAnnotations)
      ? Object.fromEntries(Object.entries(auditAnnotations).map(([key, value]) => [key, String(value)]))
      : {},
    patch: readPatch(response, expected),
  };
}

function checkIdentity({ apiVersion, kind }: JsonObject, { uid }: JsonObject, expected: string): void {
  if (uid !== expected) {
    throw new Error(`expected response.uid=${JSON.stringify(expected)}, got ${JSON.stringify(uid ?? '')}`);
  }
  if (apiVersion === 'admission.k8s.io/v1' && kind === 'AdmissionReview') return;
  throw new Error(
    `expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got ${String(apiVersion ?? '')}, Kind=${String(kind ?? '')}`,
  );
}

function readPatch(
  { patch, patchType }: JsonObject,
  { version, mayPatch }: { readonly version: string; readonly mayPatch: boolean },
): JsonValue | undefined {
  const hasPatch = typeof patch === 'string' && patch !== '';
  const hasType = typeof patchType === 'string';
  if (!mayPatch) {
    if (version === 'v1' && hasPatch) throw new Error('validating webhook may not return response.patch');
    if (version === 'v1' && hasType) throw new Error('validating webhook may not return response.patchType');
    return undefined;
  }
  if (version === 'v1' && hasPatch && !hasType) {
    throw new Error('webhook returned response.patch but not response.patchType');
  }
  if (version === 'v1' && hasType && !hasPatch) {
    throw new Error('webhook returned response.patchType but not response.patch');
  }
  if (!hasPatch) return undefined;
  if (version === 'v1' && patchType !== 'JSONPatch') {
    throw new Error(`webhook returned invalid response.patchType of ${JSON.stringify(patchType)}`);
  }
  try {
    return JSON.parse(Buffer.from(patch, 'base64').toString());
  } catch (error) {
    throw new Error('received undecodable patch in webhook response', { cause: error });
  }
}

function readStatus({ status, message, reason, code, details }: JsonObject): Partial<Status> {
  return {
    ...(typeof status === 'string' && { status }),
    ...(typeof message === 'string' && { message }),
    ...(typeof reason === 'string' && { reason }),
    ...(typeof code === 'number' && { code }),
    ...(isJsonObject(details) && { details }),
  };
}
