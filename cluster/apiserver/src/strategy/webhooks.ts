import { toError } from '@kubemin/base';
import { fieldError } from '@kubemin/kubeapi';
import type {
  MatchCondition,
  MutatingWebhook,
  MutatingWebhookConfiguration,
  RuleWithOperations,
  ValidatingWebhook,
  ValidatingWebhookConfiguration,
  WebhookClientConfig,
} from '@kubemin/kubeapi/types/admissionregistration.v1';
import { compileCel } from '../cel/index.ts';
import { each, oneOf, type Problems, required, requiredName, unique } from './field-checks.ts';
import { validateLabelSelector } from './label-selectors.ts';
import type { Strategy } from './strategy.ts';

const REVIEW_VERSIONS = ['v1', 'v1beta1'];
const SIDE_EFFECTS = ['None', 'NoneOnDryRun'];
const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
const TIMEOUTS = [1, 30] as const;
const MAX_CONDITIONS = 64;
const CONDITION_VARIABLES = ['object', 'oldObject', 'request'];
const HTTPS_PORT = 443;

/** Webhooks that may change objects. */
export const mutatingWebhookStrategy: Strategy<MutatingWebhookConfiguration> = {
  generation: true,
  requiresResourceVersion: true,
  defaults: (configuration) => ({
    ...configuration,
    ...(configuration.webhooks && {
      webhooks: configuration.webhooks.map((webhook) => ({
        ...withDefaults(webhook),
        reinvocationPolicy: webhook.reinvocationPolicy ?? 'Never',
      })),
    }),
  }),
  validate: ({ webhooks }) => [
    ...webhookProblems(webhooks),
    ...each(webhooks, 'webhooks', ({ reinvocationPolicy }, at) =>
      oneOf(`${at}.reinvocationPolicy`, reinvocationPolicy, ['IfNeeded', 'Never']),
    ),
  ],
};

/** Webhooks that may only refuse. */
export const validatingWebhookStrategy: Strategy<ValidatingWebhookConfiguration> = {
  generation: true,
  requiresResourceVersion: true,
  defaults: (configuration) => ({
    ...configuration,
    ...(configuration.webhooks && { webhooks: configuration.webhooks.map((webhook) => withDefaults(webhook)) }),
  }),
  validate: ({ webhooks }) => webhookProblems(webhooks),
};

type Webhook = MutatingWebhook | ValidatingWebhook;

function withDefaults<W extends Webhook>(webhook: W): W {
  const { service } = webhook.clientConfig;
  return {
    ...webhook,
    clientConfig: {
      ...webhook.clientConfig,
      ...(service && { service: { ...service, port: service.port ?? HTTPS_PORT } }),
    },
    failurePolicy: webhook.failurePolicy ?? 'Fail',
    matchPolicy: webhook.matchPolicy ?? 'Equivalent',
    namespaceSelector: webhook.namespaceSelector ?? {},
    objectSelector: webhook.objectSelector ?? {},
    timeoutSeconds: webhook.timeoutSeconds ?? 10,
    ...(webhook.rules && { rules: webhook.rules.map((rule) => ({ ...rule, scope: rule.scope ?? '*' })) }),
  };
}

function webhookProblems(webhooks: readonly Webhook[] | undefined): Problems {
  return [
    ...each<Webhook>(webhooks, 'webhooks', (webhook, at) => [
      ...nameProblems(webhook.name, `${at}.name`),
      ...clientConfigProblems(webhook.clientConfig, `${at}.clientConfig`),
      ...each(webhook.rules, `${at}.rules`, ruleProblems),
      ...oneOf(`${at}.failurePolicy`, webhook.failurePolicy, ['Fail', 'Ignore']),
      ...oneOf(`${at}.matchPolicy`, webhook.matchPolicy, ['Equivalent', 'Exact']),
      ...(webhook.sideEffects === ''
        ? [fieldError.required(`${at}.sideEffects`, 'must specify one of None, NoneOnDryRun')]
        : oneOf(`${at}.sideEffects`, webhook.sideEffects, SIDE_EFFECTS)),
      ...timeoutProblems(webhook.timeoutSeconds, `${at}.timeoutSeconds`),
      ...versionProblems(webhook.admissionReviewVersions, `${at}.admissionReviewVersions`),
      ...validateLabelSelector(`${at}.namespaceSelector`, webhook.namespaceSelector),
      ...validateLabelSelector(`${at}.objectSelector`, webhook.objectSelector),
      ...conditionProblems(webhook.matchConditions, `${at}.matchConditions`),
    ]),
    ...unique<Webhook>(
      webhooks,
      (index) => `webhooks[${index}].name`,
      ({ name }) => name,
    ),
  ];
}

function conditionProblems(conditions: readonly MatchCondition[] | undefined, path: string): Problems {
  if ((conditions?.length ?? 0) > MAX_CONDITIONS)
    return [fieldError.tooMany(path, conditions?.length ?? 0, MAX_CONDITIONS)];
  return [
    ...each(conditions, path, ({ name, expression }, at) => [
      ...requiredName(`${at}.name`, name, 'qualifiedName'),
      ...(expression.trim() === ''
        ? [fieldError.required(`${at}.expression`)]
        : expressionProblems(`${at}.expression`, expression)),
    ]),
    ...unique<MatchCondition>(
      conditions,
      (index) => `${path}[${index}].name`,
      ({ name }) => name,
    ),
  ];
}

function expressionProblems(path: string, expression: string): Problems {
  try {
    compileCel(expression, CONDITION_VARIABLES);
    return [];
  } catch (error) {
    return [fieldError.invalid(path, expression, `compilation failed: ${toError(error).message}`)];
  }
}

function nameProblems(name: string, path: string): Problems {
  if (name === '') return [fieldError.required(path)];
  const segments = name.split('.');
  if (segments.length >= 3 && segments.every((segment) => /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(segment))) return [];
  return [fieldError.invalid(path, name, 'should be a domain with at least three segments separated by dots')];
}

/** What is wrong with the address of a webhook. */
export function clientConfigProblems({ url, service }: WebhookClientConfig, path: string): Problems {
  if ((url === undefined) === (service === undefined)) {
    return [fieldError.required(path, 'exactly one of url or service is required')];
  }
  if (url !== undefined) {
    const secure = url.startsWith('https://');
    return secure
      ? []
      : [
          fieldError.invalid(
            `${path}.url`,
            url,
            `'https' is the only allowed URL scheme; desired format: https://host[/path]`,
          ),
        ];
  }
  return [
    ...required(`${path}.service.name`, service?.name, 'service name is required'),
    ...required(`${path}.service.namespace`, service?.namespace, 'service namespace is required'),
  ];
}

function ruleProblems(rule: RuleWithOperations, path: string): Problems {
  const lists = ['operations', 'apiGroups', 'apiVersions', 'resources'] as const;
  return [
    ...lists.flatMap((list) => ((rule[list]?.length ?? 0) > 0 ? [] : [fieldError.required(`${path}.${list}`)])),
    ...each(rule.operations, `${path}.operations`, (operation, at) => oneOf(at, operation, OPERATIONS)),
    ...oneOf(`${path}.scope`, rule.scope, ['*', 'Cluster', 'Namespaced']),
  ];
}

function timeoutProblems(seconds: number | undefined, path: string): Problems {
  const [low, high] = TIMEOUTS;
  if (seconds === undefined || (seconds >= low && seconds <= high)) return [];
  return [fieldError.invalid(path, seconds, `the timeout value must be between ${low} and ${high} seconds`)];
}

function versionProblems(versions: readonly string[], path: string): Problems {
  const detail = `must specify one of ${REVIEW_VERSIONS.join(', ')}`;
  if (versions.length === 0) return [fieldError.required(path, detail)];
  if (versions.some((version) => REVIEW_VERSIONS.includes(version))) return [];
  return [fieldError.invalid(path, versions, `must include at least one of ${REVIEW_VERSIONS.join(', ')}`)];
}
