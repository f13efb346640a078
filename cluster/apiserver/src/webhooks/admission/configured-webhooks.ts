import { type KubeObject, LabelSelector, labelSelectorFromObject } from '@kubemin/kubeapi';
import { admissionregistration } from '@kubemin/kubeapi/resources';
import type {
  MutatingWebhook,
  MutatingWebhookConfiguration,
  RuleWithOperations,
  ValidatingWebhook,
  ValidatingWebhookConfiguration,
} from '@kubemin/kubeapi/types/admissionregistration.v1';
import type { LabelSelector as LabelSelectorObject } from '@kubemin/kubeapi/types/meta.v1';
import type { AdmissionRequest, ServedResource, ServerParts } from '../../registry/index.ts';
import { MatchConditions } from './match-conditions.ts';

/** A webhook of a configuration, read once. */
export interface ConfiguredWebhook {
  /** Distinguishes webhooks of the same name. */
  readonly id: string;
  readonly webhook: MutatingWebhook | ValidatingWebhook;
  readonly reinvoked: boolean;
  readonly namespaceSelector: LabelSelector;
  readonly objectSelector: LabelSelector;
  readonly conditions: MatchConditions;
}

/** A webhook whose rules match a request, and the version of the resource that it is to see. */
export interface MatchedWebhook extends ConfiguredWebhook {
  readonly shownAs: ServedResource;
}

type Configuration = MutatingWebhookConfiguration | ValidatingWebhookConfiguration;
/** What decides whether rules match. */
export type RuleRequest = Pick<AdmissionRequest, 'operation' | 'resource' | 'subresource'>;

const { mutatingwebhookconfigurations, validatingwebhookconfigurations } = admissionregistration.v1;
const NONE: readonly MatchedWebhook[] = [];
/** Objects that decide about requests are exempt: they must not be able to prevent their own removal. */
const EXEMPT_GROUP = mutatingwebhookconfigurations.group;

/**
 * The webhooks of all configurations of one kind, in the order of their names. What matches a resource is computed once
 * and kept until configurations or resources change.
 */
export class ConfiguredWebhooks {
  readonly #server: ServerParts;
  readonly #collection: string;
  readonly #stop: readonly (() => void)[];
  #webhooks: readonly ConfiguredWebhook[] | undefined;
  #matches = new WeakMap<ServedResource, Map<string, readonly MatchedWebhook[]>>();

  constructor(server: ServerParts, kind: 'mutating' | 'validating') {
    this.#server = server;
    const { plural } = kind === 'mutating' ? mutatingwebhookconfigurations : validatingwebhookconfigurations;
    this.#collection = plural;
    this.#stop = [
      server.cache.collection(plural).listen(undefined, { onEvent: () => this.#forget() }),
      server.resources.onChange(() => this.#forget()),
    ];
  }

  stop(): void {
    for (const stop of this.#stop) stop();
  }

  /** The webhooks with a rule for such a request. */
  matching({ operation, resource, subresource }: RuleRequest): readonly MatchedWebhook[] {
    this.#webhooks ??= this.#read();
    if (this.#webhooks.length === 0 || resource.info.group === EXEMPT_GROUP) return NONE;
    // The deletion in an eviction: webhooks have reviewed the creation of the Eviction.
    if (operation === 'delete' && subresource !== undefined) return NONE;
    let known = this.#matches.get(resource);
    if (known === undefined) {
      known = new Map();
      this.#matches.set(resource, known);
    }
    const key = `${operation}/${subresource ?? ''}`;
    let found = known.get(key);
    if (found === undefined) {
      found = this.#match(this.#webhooks, { operation, resource, subresource });
      known.set(key, found);
    }
    return found;
  }

  #forget(): void {
    this.#webhooks = undefined;
    this.#matches = new WeakMap();
  }

  #read(): readonly ConfiguredWebhook[] {
    const configurations = [...this.#server.cache.collection(this.#collection).list(undefined)].filter(isConfiguration);
    return configurations.flatMap(({ metadata, webhooks = [] }) =>
      webhooks.map((webhook, index) => ({
        id: `${metadata.name}/${webhook.name}/${index}`,
        webhook,
        reinvoked: 'reinvocationPolicy' in webhook && webhook.reinvocationPolicy === 'IfNeeded',
        namespaceSelector: readSelector(webhook.namespaceSelector),
        objectSelector: readSelector(webhook.objectSelector),
        conditions: new MatchConditions(webhook.matchConditions ?? [], webhook.failurePolicy ?? 'Fail'),
      })),
    );
  }

  #match(webhooks: readonly ConfiguredWebhook[], request: RuleRequest): readonly MatchedWebhook[] {
    const others = this.#server.resources
      .all()
      .filter((other) => other !== request.resource && other.collection === request.resource.collection);
    return webhooks.flatMap((configured) => {
      const { rules = [], matchPolicy } = configured.webhook;
      if (rules.some((rule) => isRuleFor(rule, request))) return [{ ...configured, shownAs: request.resource }];
      if (matchPolicy === 'Exact') return [];
      for (const rule of rules) {
        const shownAs = others.find((resource) => isRuleFor(rule, { ...request, resource }));
        if (shownAs !== undefined) return [{ ...configured, shownAs }];
      }
      return [];
    });
  }
}

function readSelector(selector: LabelSelectorObject | undefined): LabelSelector {
  return selector === undefined ? LabelSelector.everything : labelSelectorFromObject(selector);
}

function isConfiguration(object: KubeObject): object is Configuration {
  return object.kind.endsWith('WebhookConfiguration');
}

function isRuleFor(rule: RuleWithOperations, { operation, resource, subresource = '' }: RuleRequest): boolean {
  const { group, version, plural, namespaced } = resource.info;
  const { operations = [], apiGroups = [], apiVersions = [], resources = [], scope = '*' } = rule;
  return (
    (scope === '*' || scope === (namespaced ? 'Namespaced' : 'Cluster')) &&
    isListed(operations, operation.toUpperCase()) &&
    isListed(apiGroups, group) &&
    isListed(apiVersions, version) &&
    resources.some((text) => isResource(text, plural, subresource))
  );
}

function isListed(items: readonly string[], wanted: string): boolean {
  return items.includes('*') || items.includes(wanted);
}

/** `pods`, `pods/log`, `pods/*`, `*`, `*` with a subresource. */
function isResource(text: string, plural: string, subresource: string): boolean {
  const slash = text.indexOf('/');
  const [resource, sub] = slash < 0 ? [text, ''] : [text.slice(0, slash), text.slice(slash + 1)];
  return (resource === '*' || resource === plural) && (sub === '*' || sub === subresource);
}
