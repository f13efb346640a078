import type { CustomResourceDefinitionNames } from '@kubemin/kubeapi/types/apiextensions.v1';
import type { ConditionState } from './condition.ts';
import type { Definition } from './definition.ts';

/** The names others have in the same group. */
export interface TakenNames {
  /** Plurals, singulars and short names share one space: all of them stand in the same place of a command line. */
  readonly resources: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
}

export interface NamesVerdict {
  readonly names: CustomResourceDefinitionNames;
  readonly condition: ConditionState;
}

/** Grants the names that are free; a name in use keeps the one accepted before, if there was one. */
export function acceptNames(definition: Definition, taken: TakenNames): NamesVerdict {
  const wanted = definition.spec.names;
  const before = definition.status?.acceptedNames;
  const conflicts: (readonly [reason: string, name: string])[] = [];
  const grant = (reason: string, names: ReadonlySet<string>, name: string, old: string): string => {
    if (!names.has(name)) return name;
    conflicts.push([reason, name]);
    return old === name ? '' : old;
  };
  const { resources, kinds } = taken;
  const plural = grant('PluralConflict', resources, wanted.plural, before?.plural ?? '');
  const singular = grant('SingularConflict', resources, wanted.singular ?? '', before?.singular ?? '');
  const shortNames = (wanted.shortNames ?? []).filter((name) => {
    if (resources.has(name)) conflicts.push(['ShortNamesConflict', name]);
    return !resources.has(name);
  });
  const kind = grant('KindConflict', kinds, wanted.kind, before?.kind ?? '');
  const listKind = grant('ListKindConflict', kinds, wanted.listKind ?? '', before?.listKind ?? '');
  const { categories } = wanted;
  const names = {
    plural,
    singular,
    ...(shortNames.length > 0 && { shortNames }),
    kind,
    listKind,
    ...(categories !== undefined && { categories }),
  };
  return { names, condition: namesCondition(conflicts.at(-1)) };
}

/**
 * The names that a definition may not have: those accepted for others. Where two have the same one (they were made at
 * the same moment), it is the older's.
 */
export function namesTaken(definition: Definition, others: Iterable<Definition>): TakenNames {
  const resources = new Set<string>();
  const kinds = new Set<string>();
  const mine = nameSets(definition.status?.acceptedNames);
  for (const other of others) {
    if (other.metadata.name === definition.metadata.name || other.spec.group !== definition.spec.group) continue;
    const theirs = nameSets(other.status?.acceptedNames);
    const first = isOlder(other, definition);
    for (const name of theirs.resources) if (first || !mine.resources.includes(name)) resources.add(name);
    for (const name of theirs.kinds) if (first || !mine.kinds.includes(name)) kinds.add(name);
  }
  return { resources, kinds };
}

function nameSets(names: CustomResourceDefinitionNames | undefined): {
  readonly resources: readonly string[];
  readonly kinds: readonly string[];
} {
  const { plural = '', singular = '', shortNames = [], kind = '', listKind = '' } = names ?? {};
  const given = (name: string): boolean => name !== '';
  return { resources: [plural, singular, ...shortNames].filter(given), kinds: [kind, listKind].filter(given) };
}

function isOlder(a: Definition, b: Definition): boolean {
  const [first, second] = [a, b].map(({ metadata }) => `${metadata.creationTimestamp ?? '~'} ${metadata.name}`);
  return (first ?? '') < (second ?? '');
}

function namesCondition(conflict: readonly [reason: string, name: string] | undefined): ConditionState {
  if (conflict === undefined) {
    return { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' };
  }
  const [reason, name] = conflict;
  return { type: 'NamesAccepted', status: 'False', reason, message: `"${name}" is already in use` };
}
