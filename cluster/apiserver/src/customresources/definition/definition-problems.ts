import { type FieldError, fieldError, nameProblems } from '@kubemin/kubeapi';
import type {
  CustomResourceConversion,
  CustomResourceDefinitionNames,
  CustomResourceDefinitionSpec,
  WebhookConversion,
} from '@kubemin/kubeapi/types/apiextensions.v1';
import { clientConfigProblems } from '../../strategy/index.ts';
import type { SchemaReadings } from '../schema/schema-readings.ts';
import { isTrue } from './condition.ts';
import type { Definition } from './definition.ts';
import { versionProblems } from './version-problems.ts';

const SCOPES = ['Cluster', 'Namespaced'];
const IMMUTABLE = 'field is immutable';
const STRATEGIES = ['None', 'Webhook'];
const CONVERSION_REVIEW_VERSIONS = ['v1', 'v1beta1'];

/** What is wrong with a definition, apart from its metadata's general rules. */
export function definitionProblems(definition: Definition, schemas: SchemaReadings): readonly FieldError[] {
  const { metadata, spec } = definition;
  const { name = '' } = metadata;
  return [
    ...(name === `${spec.names.plural}.${spec.group}`
      ? []
      : [fieldError.invalid('metadata.name', name, 'must be spec.names.plural+"."+spec.group')]),
    ...groupProblems(spec.group),
    ...scopeProblems(spec.scope),
    ...preservingProblems(spec),
    ...versionProblems(definition, schemas),
    ...versionListProblems(spec),
    ...namesProblems(spec.names, 'spec.names'),
    ...conversionProblems(spec.conversion),
  ];
}

/** What may not change: it decides where objects are kept and what they are. */
export function definitionChangeProblems({ spec }: Definition, current: Definition): readonly FieldError[] {
  const before = current.spec;
  const changed = (field: string, now: string, then: string): readonly FieldError[] =>
    now === then ? [] : [fieldError.invalid(field, now, IMMUTABLE)];
  return [
    ...changed('spec.group', spec.group, before.group),
    ...changed('spec.names.plural', spec.names.plural, before.names.plural),
    ...(isTrue(current, 'Established')
      ? [
          ...changed('spec.scope', spec.scope, before.scope),
          ...changed('spec.names.kind', spec.names.kind, before.names.kind),
        ]
      : []),
  ];
}

/** Objects may still be stored in every version the status lists: none of them may vanish from the spec. */
export function storedVersionProblems({ spec, status }: Definition): readonly FieldError[] {
  const path = 'status.storedVersions';
  const stored = status?.storedVersions ?? [];
  if (stored.length === 0) return [fieldError.invalid(path, stored, 'must have at least one stored version')];
  const storage = spec.versions.find((version) => version.storage)?.name;
  return [
    ...(storage === undefined || stored.includes(storage)
      ? []
      : [fieldError.invalid(path, stored, `must have the storage version ${storage}`)]),
    ...stored.flatMap((name, index) => {
      if (spec.versions.some((version) => version.name === name)) return [];
      const rule = `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`;
      return [fieldError.invalid(`${path}[${index}]`, name, rule)];
    }),
  ];
}

function groupProblems(group: string): readonly FieldError[] {
  if (group === '') return [fieldError.required('spec.group')];
  const problems = nameProblems.dns1123Subdomain(group);
  if (problems.length > 0) return [fieldError.invalid('spec.group', group, problems.join(','))];
  const rule = 'should be a domain with at least one dot';
  return group.includes('.') ? [] : [fieldError.invalid('spec.group', group, rule)];
}

function scopeProblems(scope: string): readonly FieldError[] {
  if (scope === '') return [fieldError.required('spec.scope')];
  return SCOPES.includes(scope) ? [] : [fieldError.notSupported('spec.scope', scope, SCOPES)];
}

function preservingProblems({ preserveUnknownFields }: CustomResourceDefinitionSpec): readonly FieldError[] {
  if (preserveUnknownFields !== true) return [];
  const rule =
    'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead';
  return [fieldError.invalid('spec.preserveUnknownFields', true, rule)];
}

function versionListProblems({ versions }: CustomResourceDefinitionSpec): readonly FieldError[] {
  const names = versions.map(({ name }) => name);
  const invalid = (rule: string): FieldError => fieldError.invalid('spec.versions', names, rule);
  return [
    ...(new Set(names).size < names.length ? [invalid('must contain unique version names')] : []),
    ...(versions.filter(({ storage }) => storage).length === 1
      ? []
      : [invalid('must have exactly one version marked as storage version')]),
  ];
}

function conversionProblems(conversion: CustomResourceConversion | undefined): readonly FieldError[] {
  const { strategy = 'None', webhook } = conversion ?? {};
  const path = 'spec.conversion';
  if (strategy === '') return [fieldError.required(`${path}.strategy`)];
  if (!STRATEGIES.includes(strategy)) return [fieldError.notSupported(`${path}.strategy`, strategy, STRATEGIES)];
  if (strategy === 'Webhook') return webhookProblems(webhook);
  const rule = 'should not be set when strategy is not set to Webhook';
  return webhook === undefined ? [] : [fieldError.forbidden(`${path}.webhook`, rule)];
}

function webhookProblems(webhook: WebhookConversion | undefined): readonly FieldError[] {
  const path = 'spec.conversion.webhook';
  const { clientConfig, conversionReviewVersions = [] } = webhook ?? {};
  const versions = `must include at least one of ${CONVERSION_REVIEW_VERSIONS.join(', ')}`;
  return [
    ...(clientConfig === undefined
      ? [fieldError.required(`${path}.clientConfig`, 'required when strategy is set to Webhook')]
      : clientConfigProblems(clientConfig, `${path}.clientConfig`)),
    ...(conversionReviewVersions.length === 0 ? [fieldError.required(`${path}.conversionReviewVersions`)] : []),
    ...(conversionReviewVersions.length === 0 ||
    conversionReviewVersions.some((version) => CONVERSION_REVIEW_VERSIONS.includes(version))
      ? []
      : [fieldError.invalid(`${path}.conversionReviewVersions`, conversionReviewVersions, versions)]),
  ];
}

const REQUIRED = ['plural', 'singular', 'kind', 'listKind'] as const;

/** What is wrong with the names of a resource. */
function namesProblems(names: CustomResourceDefinitionNames, path: string): readonly FieldError[] {
  const { kind, listKind, shortNames = [], categories = [] } = names;
  return [
    ...REQUIRED.filter((name) => (names[name] ?? '') === '').map((name) => fieldError.required(`${path}.${name}`)),
    ...label(`${path}.plural`, names.plural),
    ...label(`${path}.singular`, names.singular ?? ''),
    ...mixedCase(`${path}.kind`, kind),
    ...mixedCase(`${path}.listKind`, listKind ?? ''),
    ...shortNames.flatMap((name, index) => label(`${path}.shortNames[${index}]`, name)),
    ...categories.flatMap((name, index) => label(`${path}.categories[${index}]`, name)),
    ...(kind !== '' && kind === listKind
      ? [fieldError.invalid(`${path}.listKind`, listKind, 'kind and listKind may not be the same')]
      : []),
  ];
}

/** Names that other rules require are not complained about twice when they are empty. */
function label(path: string, name: string): readonly FieldError[] {
  const problems = name === '' ? [] : nameProblems.dns1035Label(name);
  return problems.length === 0 ? [] : [fieldError.invalid(path, name, problems.join(','))];
}

function mixedCase(path: string, name: string): readonly FieldError[] {
  const problems = name === '' ? [] : nameProblems.dns1035Label(name.toLowerCase());
  if (problems.length === 0) return [];
  const rule = `may have mixed case, but should otherwise match: ${problems.join(',')}`;
  return [fieldError.invalid(path, name, rule)];
}
