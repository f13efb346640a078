import { ownEntry } from '@kubemin/base';
import { repetitions } from '../field/index.ts';
import { componentMessages } from '../messages/index.ts';
import { type DocumentPath, type ProblemText, type Report, toMessage } from '../problem/index.ts';
import type { CheckContext } from './check-context.ts';
import type { ParsedComponent } from './component-parser.ts';
import { type NestedTraits, nestingEntries, pointlessReason } from './nesting.ts';
import type { ModelRegistry } from './registry.ts';
import type { Trait } from './trait.ts';

/** What the traits of one component are checked with. */
export interface TraitRules {
  readonly registry: ModelRegistry;
  /** The context of a check whose data stands at `below`, seen from the component, and belongs to `container`. */
  contextAt(below: DocumentPath, container: string): CheckContext;
  readonly report: Report;
}

/** Runs the checks of a component's traits, nested ones included, and the rules that concern several of them. */
export function checkTraits(component: ParsedComponent, rules: TraitRules): void {
  reportIgnored(component, rules);
  checkEach(effectiveTraits(component, rules.registry), { container: component.name, path: ['traits'] }, rules);
  checkContainerNames(component, rules);
}

/** The traits that act on a component: one without containers has only those that concern every component. */
export function effectiveTraits(component: ParsedComponent, registry: ModelRegistry): NestedTraits {
  if (component.type?.image !== 'none') return component.traits;
  return Object.fromEntries(
    Object.entries(component.traits).filter(([name]) => ownEntry(registry.traits, name)?.scope === 'component'),
  );
}

interface Place {
  readonly container: string;
  readonly path: DocumentPath;
  /** The trait these are nested in. */
  readonly parent?: Trait;
}

function checkEach(traits: NestedTraits, { container, path, parent }: Place, rules: TraitRules): void {
  for (const [name, data] of Object.entries(traits)) {
    const trait = ownEntry(rules.registry.traits, name);
    if (trait === undefined || isEmptyList(data)) continue;
    const at = [...path, name];
    const context = rules.contextAt(at, container);
    const reason = parent === undefined ? undefined : pointlessReason(trait, name, parent);
    if (reason !== undefined) {
      context.report({ path: [], ...ignored(name, reason) });
      continue;
    }
    trait.check?.(data, context);
    for (const [index, entry] of nestingEntries(trait, data).entries()) {
      checkEach(entry.traits, { container: entry.name, path: [...at, index, 'traits'], parent: trait }, rules);
    }
  }
}

function ignored(name: string, reason: ProblemText) {
  return {
    code: 'TRAIT_IGNORED',
    message: componentMessages.noEffectHere({ trait: name, reason: toMessage(reason) }),
    fix: componentMessages.noEffectHereFix,
    severity: 'warning',
  } as const;
}

function isEmptyList(data: unknown): boolean {
  return Array.isArray(data) && data.length === 0;
}

function reportIgnored(component: ParsedComponent, { registry, report }: TraitRules): void {
  const effective = effectiveTraits(component, registry);
  for (const [name, data] of Object.entries(component.traits)) {
    if (Object.hasOwn(effective, name) || isEmptyList(data)) continue;
    report({
      path: [...component.path, 'traits', name],
      code: 'TRAIT_IGNORED',
      message: componentMessages.runsNoContainer({ type: component.typeName ?? '', trait: name }),
      fix: componentMessages.runsNoContainerFix,
      severity: 'warning',
    });
  }
}

function checkContainerNames(component: ParsedComponent, { registry, report }: TraitRules): void {
  const added = Object.entries(effectiveTraits(component, registry)).flatMap(([trait, data]) =>
    nestingEntries(ownEntry(registry.traits, trait), data).map(({ name }, index) => ({
      name,
      path: [trait, index, 'name'],
    })),
  );
  const all = [{ name: component.name, path: [] }, ...added];
  for (const { index, key } of repetitions(all, ({ name }) => name)) {
    report({
      path: [...component.path, 'traits', ...(all[index]?.path ?? [])],
      code: 'DUPLICATE_CONTAINER',
      message: componentMessages.containerNameTaken({ name: key }),
      fix: componentMessages.containerNameTakenFix,
    });
  }
}
