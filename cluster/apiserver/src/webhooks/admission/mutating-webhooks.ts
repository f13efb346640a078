import { applyJsonPatch, deepEqual, internal, type KubeObject } from '@kubemin/kubeapi';
import {
  type AdmissionFactory,
  type AdmissionPlugin,
  type AdmissionRequest,
  convertVersion,
  decodeObject,
} from '../../registry/index.ts';
import type { ReviewResult } from './admission-review.ts';
import { ConfiguredWebhooks, type MatchedWebhook } from './configured-webhooks.ts';
import { WebhookCaller } from './webhook-caller.ts';

/** Calls the webhooks of MutatingWebhookConfigurations, one after the other, each with the result of those before it. */
export const mutatingAdmissionWebhook: AdmissionFactory = (context) => {
  const webhooks = new ConfiguredWebhooks(context.server, 'mutating');
  const caller = new WebhookCaller(context, 'mutating');
  return new MutatingWebhooks(webhooks, caller);
};

/** What the first round of webhooks leaves for the second. */
interface Round {
  /** The webhooks that are called again when something has changed after them. */
  readonly outdated: Set<string>;
  readonly called: Set<string>;
  output: KubeObject;
}

class MutatingWebhooks implements AdmissionPlugin {
  readonly name = 'MutatingAdmissionWebhook';
  readonly #webhooks: ConfiguredWebhooks;
  readonly #caller: WebhookCaller;
  readonly #rounds = new WeakMap<AdmissionRequest, Round>();

  constructor(webhooks: ConfiguredWebhooks, caller: WebhookCaller) {
    this.#webhooks = webhooks;
    this.#caller = caller;
  }

  applies(request: Parameters<AdmissionPlugin['applies']>[0]): boolean {
    return this.#webhooks.matching(request).length > 0;
  }

  async mutate(object: KubeObject, request: AdmissionRequest): Promise<KubeObject> {
    const round = this.#rounds.get(request) ?? { outdated: new Set(), called: new Set(), output: object };
    this.#rounds.set(request, round);
    const repeated = request.repeat.isRunning;
    // Other plug-ins have changed it: whatever webhooks decided about it is outdated.
    if (repeated && !deepEqual(object, round.output)) for (const id of round.called) round.outdated.add(id);
    let admitted = object;
    for (const matched of this.#webhooks.matching(request)) {
      if (repeated && !round.outdated.has(matched.id)) continue;
      const result = await this.#caller.call(matched, request, { object: admitted, oldObject: request.old });
      round.outdated.delete(matched.id);
      const next = result === undefined ? admitted : await patched(admitted, { matched, request, result });
      if (!deepEqual(next, admitted)) {
        for (const id of round.called) round.outdated.add(id);
        if (!repeated) request.repeat.request();
      }
      if (result !== undefined && matched.reinvoked) round.called.add(matched.id);
      admitted = next;
    }
    round.output = admitted;
    return admitted;
  }

  /** Deletions and connections have no object to change, but are reviewed by the same webhooks. */
  async validate(object: KubeObject, request: AdmissionRequest): Promise<void> {
    if (request.operation !== 'delete' && request.operation !== 'connect') return;
    const objects =
      request.operation === 'delete' ? { object: undefined, oldObject: object } : { object, oldObject: undefined };
    for (const matched of this.#webhooks.matching(request)) {
      const result = await this.#caller.call(matched, request, objects);
      if (hasPatch(result)) throw internal(new Error(unsupportedPatch(matched)));
    }
  }

  stop(): void {
    this.#webhooks.stop();
  }
}

interface PatchedReview {
  readonly matched: MatchedWebhook;
  readonly request: AdmissionRequest;
  readonly result: ReviewResult;
}

/** The object with the patch of a webhook, as complete and as well-formed as one that a client sent. */
async function patched(object: KubeObject, { matched, request, result }: PatchedReview): Promise<KubeObject> {
  if (!hasPatch(result)) return object;
  const { resource } = request;
  const { shownAs } = matched;
  // What a subresource like `scale` shows is of another kind than the object behind it.
  if (object.kind !== resource.info.kind || request.view !== undefined)
    throw internal(new Error(unsupportedPatch(matched)));
  let next: KubeObject;
  try {
    const shown = await convertVersion(object, resource, shownAs);
    next = decodeObject(shownAs, applyJsonPatch(shown, result.patch)).object;
  } catch (error) {
    throw internal(error);
  }
  const converted = await convertVersion(next, shownAs, resource);
  const whole = request.subresource === undefined;
  const complete = (whole ? resource.strategy.defaults?.(converted) : undefined) ?? converted;
  return { ...complete, metadata: withSystemFields(complete.metadata, object.metadata) };
}

function hasPatch(result: ReviewResult | undefined): result is ReviewResult {
  return Array.isArray(result?.patch) && result.patch.length > 0;
}

function unsupportedPatch({ webhook }: MatchedWebhook): string {
  return `admission webhook ${JSON.stringify(webhook.name)} attempted to modify the object, which is not supported for this operation`;
}

const SYSTEM_FIELDS = ['uid', 'creationTimestamp', 'generation', 'namespace', 'resourceVersion'] as const;

/** Webhooks do not decide about these. */
function withSystemFields(metadata: KubeObject['metadata'], before: KubeObject['metadata']): KubeObject['metadata'] {
  const { uid: _u, creationTimestamp: _c, generation: _g, namespace: _n, resourceVersion: _v, ...rest } = metadata;
  const kept = SYSTEM_FIELDS.flatMap((field) => (before[field] === undefined ? [] : [[field, before[field]] as const]));
  return { ...rest, ...Object.fromEntries(kept) };
}
