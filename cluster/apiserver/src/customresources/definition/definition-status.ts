import type { ResourceInfo } from '@kubemin/kubeapi';
import type { CustomResourceDefinitionStatus } from '@kubemin/kubeapi/types/apiextensions.v1';
import type { SchemaReadings } from '../schema/schema-readings.ts';
import { acceptNames, namesTaken, type TakenNames } from './accepted-names.ts';
import { approvalCondition } from './api-approval.ts';
import { type ConditionState, isTrue, withCondition, withoutCondition } from './condition.ts';
import { type Definition, storageVersion } from './definition.ts';
import { versionSchema } from './version-schema.ts';

export interface StatusContext {
  /** All definitions there are; the one in question may be among them. */
  readonly others: Iterable<Definition>;
  /** What the server has anyway, whose names are taken. */
  readonly builtins: readonly ResourceInfo[];
  readonly schemas: SchemaReadings;
  readonly now: string;
}

/**
 * The status a definition has, given the others. It is decided while the definition is written, not by a controller
 * afterwards: the client that created one can use it at once.
 */
export function definitionStatus(definition: Definition, context: StatusContext): CustomResourceDefinitionStatus {
  const { now } = context;
  const verdict = acceptNames(definition, withBuiltins(definition, namesTaken(definition, context.others), context));
  const states = [
    verdict.condition,
    establishedCondition(definition, verdict.condition),
    approvalCondition(definition),
  ];
  let conditions = definition.status?.conditions ?? [];
  for (const state of states) if (state !== undefined) conditions = withCondition(conditions, state, now);
  const violations = nonStructural(definition, context.schemas);
  conditions =
    violations === undefined
      ? withoutCondition(conditions, 'NonStructuralSchema')
      : withCondition(conditions, violations, now);
  return { conditions, acceptedNames: verdict.names, storedVersions: storedVersions(definition) };
}

/** Once served it stays served, unless its names turn out to be taken. */
function establishedCondition(definition: Definition, names: ConditionState): ConditionState {
  const complete = names.status === 'True' || (isTrue(definition, 'Established') && keepsItsNames(definition, names));
  return complete
    ? {
        type: 'Established',
        status: 'True',
        reason: 'InitialNamesAccepted',
        message: 'the initial names have been accepted',
      }
    : { type: 'Established', status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' };
}

/** A new name that is taken does not hurt one that was accepted before. */
function keepsItsNames({ status }: Definition, { message }: ConditionState): boolean {
  const { plural, singular, kind, listKind, shortNames = [] } = status?.acceptedNames ?? {};
  return ![plural, singular, kind, listKind, ...shortNames].some((name) => message.startsWith(`"${name}" `));
}

function withBuiltins(definition: Definition, taken: TakenNames, { builtins }: StatusContext): TakenNames {
  const own = builtins.filter(({ group }) => group === definition.spec.group);
  return {
    resources: new Set([
      ...taken.resources,
      ...own.flatMap(({ plural, singular, shortNames }) => [plural, singular, ...shortNames]),
    ]),
    kinds: new Set([...taken.kinds, ...own.flatMap(({ kind }) => [kind, `${kind}List`])]),
  };
}

function storedVersions(definition: Definition): readonly string[] {
  const stored = definition.status?.storedVersions ?? [];
  const storage = storageVersion(definition);
  return storage === '' || stored.includes(storage) ? stored : [...stored, storage];
}

/** Only definitions that another server stored can have such schemas: ours are refused. */
function nonStructural(definition: Definition, schemas: SchemaReadings): ConditionState | undefined {
  const errors = definition.spec.versions.flatMap(
    (_, index) => versionSchema(definition, index, schemas)?.errors ?? [],
  );
  if (errors.length === 0) return undefined;
  const message = errors.map(({ field, message }) => `${field}: ${message}`).join(', ');
  return { type: 'NonStructuralSchema', status: 'True', reason: 'Violations', message: message.slice(0, 4096) };
}
