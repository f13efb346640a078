import { toError } from '@kubemin/base';
import {
  asJsonObject,
  badRequest,
  internal,
  type JsonValue,
  type KubeObject,
  notFound,
  type Status,
  StatusError,
  timeout,
} from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import {
  type AdmissionContext,
  type AdmissionRequest,
  convertVersion,
  type ServerParts,
} from '../../registry/index.ts';
import { WebhookClient } from '../webhook-client.ts';
import { REVIEW_VERSIONS, type ReviewResult, readReviewResult, reviewRequest } from './admission-review.ts';
import type { MatchedWebhook } from './configured-webhooks.ts';
import { matchInput } from './match-conditions.ts';

/** The objects of a request; undefined is sent as null. */
export interface ReviewedObjects {
  readonly object: KubeObject | undefined;
  readonly oldObject: KubeObject | undefined;
}

const DEFAULT_TIMEOUT_SECONDS = 10;
const SAFE_SIDE_EFFECTS = ['None', 'NoneOnDryRun'];

/** Calls single webhooks for requests that their rules match, after looking at what else they are restricted to. */
export class WebhookCaller {
  readonly #server: ServerParts;
  readonly #client: WebhookClient;
  readonly #kind: 'mutating' | 'validating';

  constructor({ server, services }: AdmissionContext, kind: 'mutating' | 'validating') {
    this.#server = server;
    this.#client = new WebhookClient({ services, clock: server.clock });
    this.#kind = kind;
  }

  /**
   * What the webhook decided; undefined where it is not concerned, or cannot be reached and may be ignored. Throws a
   * StatusError for a denial, and where the request cannot go on without the webhook.
   */
  async call(
    matched: MatchedWebhook,
    request: AdmissionRequest,
    objects: ReviewedObjects,
  ): Promise<ReviewResult | undefined> {
    const namespace = reviewNamespace(request, objects);
    if (!this.#isSelected(matched, request, { ...objects, namespace })) return undefined;
    const { shownAs, conditions, webhook } = matched;
    const { random, logger } = this.#server;
    const uid = random.uuid();
    const [object, oldObject] = await Promise.all([
      shown(objects.object, request, matched),
      shown(objects.oldObject, request, matched),
    ]);
    const name = request.name !== '' ? request.name : (metadataOf(objects)?.name ?? '');
    const review = reviewRequest({ request, uid, name, namespace, shownAs, object, oldObject });
    if (!conditions.isEmpty && !conditions.matches(matchInput(review), { ...request.resource.info, name })) {
      return undefined;
    }
    if (request.dryRun && !SAFE_SIDE_EFFECTS.includes(webhook.sideEffects)) {
      throw badRequest(`admission webhook ${JSON.stringify(webhook.name)} does not support dry run`);
    }
    let result: ReviewResult;
    try {
      result = await this.#post(matched, { review, uid, signal: request.signal });
    } catch (error) {
      if (request.signal?.aborted) throw timeout('request did not complete within requested timeout');
      const failure = `failed calling webhook ${JSON.stringify(webhook.name)}: ${toError(error).message}`;
      const ignored = webhook.failurePolicy === 'Ignore';
      logger.warn(ignored ? 'a failing admission webhook is ignored' : 'an admission webhook failed', { failure });
      if (ignored) return undefined;
      throw internal(new Error(failure));
    }
    for (const warning of result.warnings) request.warn(warning);
    if (Object.keys(result.auditAnnotations).length > 0) {
      logger.debug('audit annotations of an admission webhook', {
        webhook: webhook.name,
        annotations: result.auditAnnotations,
      });
    }
    if (!result.allowed) throw denial(webhook.name, result.status);
    return result;
  }

  async #post(
    { webhook }: MatchedWebhook,
    {
      review,
      uid,
      signal,
    }: { readonly review: JsonValue; readonly uid: string; readonly signal: AbortSignal | undefined },
  ): Promise<ReviewResult> {
    const version = webhook.admissionReviewVersions.find((known) => REVIEW_VERSIONS.includes(known));
    if (version === undefined) {
      throw new Error('webhook does not accept known AdmissionReview versions (v1, v1beta1)');
    }
    const body = { kind: 'AdmissionReview', apiVersion: `admission.k8s.io/${version}`, request: review };
    const timeoutSeconds = webhook.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
    let response: unknown;
    try {
      response = await this.#client.post({ config: webhook.clientConfig, body, timeoutSeconds, signal });
    } catch (error) {
      throw new Error(`failed to call webhook: ${toError(error).message}`, { cause: error });
    }
    try {
      return readReviewResult(response, { version, uid, mayPatch: this.#kind === 'mutating' });
    } catch (error) {
      throw new Error(`received invalid webhook response: ${toError(error).message}`, { cause: error });
    }
  }

  #isSelected(
    { namespaceSelector, objectSelector }: MatchedWebhook,
    request: AdmissionRequest,
    { object, oldObject, namespace }: ReviewedObjects & { readonly namespace: string },
  ): boolean {
    if (objectSelector.requirements.length > 0) {
      const isMatch = [object, oldObject].some(
        (one) => one !== undefined && objectSelector.matches(one.metadata.labels),
      );
      if (!isMatch) return false;
    }
    if (namespaceSelector.requirements.length === 0 || namespace === '') return true;
    return namespaceSelector.matches(this.#namespaceLabels(request, object, namespace));
  }

  /** Of a namespace that is being written, the labels that it will have. */
  #namespaceLabels(
    { resource, subresource }: AdmissionRequest,
    object: KubeObject | undefined,
    name: string,
  ): Readonly<Record<string, string>> | undefined {
    if (isNamespaces(resource.info) && subresource === undefined && object !== undefined) return object.metadata.labels;
    const namespace = this.#server.cache.collection(core.v1.namespaces.plural).get('', name);
    if (namespace === undefined) throw notFound(core.v1.namespaces, name);
    return namespace.metadata.labels;
  }
}

function isNamespaces({ group, plural }: { readonly group: string; readonly plural: string }): boolean {
  return group === core.v1.namespaces.group && plural === core.v1.namespaces.plural;
}

/** A namespace counts as being inside itself. */
function reviewNamespace({ resource, namespace, name }: AdmissionRequest, objects: ReviewedObjects): string {
  if (!isNamespaces(resource.info)) return namespace;
  return name === '' ? (metadataOf(objects)?.name ?? '') : name;
}

function metadataOf({ object, oldObject }: ReviewedObjects): KubeObject['metadata'] | undefined {
  return (object ?? oldObject)?.metadata;
}

/** The object in the version that the webhook registered for; options of connections have no metadata. */
async function shown(
  object: KubeObject | undefined,
  { operation, resource, view }: AdmissionRequest,
  { shownAs }: MatchedWebhook,
): Promise<JsonValue> {
  if (object === undefined) return null;
  if (operation === 'connect') {
    const { metadata: _, ...options } = object;
    return asJsonObject(options);
  }
  if (view !== undefined) return asJsonObject(view(object));
  // What is sent to a subresource like `eviction` has no other versions.
  return asJsonObject(object.kind === resource.info.kind ? await convertVersion(object, resource, shownAs) : object);
}

/** A denial in the form that clients know: the code and reason are the webhook's own. */
function denial(name: string, given: Partial<Status> | undefined): StatusError {
  const { message = '', reason = '', code = 0, details } = given ?? {};
  const why = message === '' ? reason : message;
  return new StatusError({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: `admission webhook ${JSON.stringify(name)} denied the request${why === '' ? ' without explanation' : `: ${why}`}`,
    ...(reason !== '' && { reason }),
    ...(details && { details }),
    code: Math.max(code, 400),
  });
}
