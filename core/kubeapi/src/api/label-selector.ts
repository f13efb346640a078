import type { LabelSelector as LabelSelectorObject } from '../generated/types/meta.v1.gen.ts';
import { nameProblems } from '../object/index.ts';
import { SelectorError } from './selector-error.ts';

/** How a requirement looks at a label; equality is `In` with one value. */
export type LabelOperator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | 'Gt' | 'Lt';

/** One condition on one label. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: LabelOperator;
  /** Sorted, without repetition; empty for Exists and DoesNotExist, one integer for Gt and Lt. */
  readonly values: readonly string[];
}

type Labels = Readonly<Record<string, string>>;

/** Conditions on labels, all of which must hold; without any, everything matches. */
export class LabelSelector {
  static readonly everything: LabelSelector = new LabelSelector([]);
  /** Matches no labels at all: what an absent selector means in most kinds. */
  static readonly none: LabelSelector = new LabelSelector([], true);

  readonly requirements: readonly LabelRequirement[];
  readonly #nothing: boolean;

  private constructor(requirements: readonly LabelRequirement[], nothing = false) {
    this.requirements = requirements;
    this.#nothing = nothing;
  }

  /** Checks keys and values; throws SelectorError. */
  static of(requirements: readonly LabelRequirement[]): LabelSelector {
    const checked = requirements.map(checkedRequirement).sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    return new LabelSelector(checked);
  }

  matches(labels: Labels | undefined): boolean {
    return !this.#nothing && this.requirements.every((requirement) => holds(requirement, labels ?? {}));
  }
}

/** A `matchLabels`/`matchExpressions` object; absent matches nothing, `{}` matches everything. */
export function labelSelectorFromObject(object: LabelSelectorObject | undefined): LabelSelector {
  if (object === undefined) return LabelSelector.none;
  const equal = Object.entries(object.matchLabels ?? {}).map(
    ([key, value]): LabelRequirement => ({ key, operator: 'In', values: [value] }),
  );
  const expressions = (object.matchExpressions ?? []).map(({ key, operator, values = [] }): LabelRequirement => {
    if (!isObjectOperator(operator)) {
      throw new SelectorError(`"${operator}" is not a label selector operator: use In, NotIn, Exists or DoesNotExist`);
    }
    return { key, operator, values };
  });
  return LabelSelector.of([...equal, ...expressions]);
}

const TESTS: Readonly<Record<LabelOperator, (value: string | undefined, values: readonly string[]) => boolean>> = {
  In: (value, values) => value !== undefined && values.includes(value),
  NotIn: (value, values) => value === undefined || !values.includes(value),
  Exists: (value) => value !== undefined,
  DoesNotExist: (value) => value === undefined,
  Gt: (value, [bound = '']) => isInteger(value) && BigInt(value) > BigInt(bound),
  Lt: (value, [bound = '']) => isInteger(value) && BigInt(value) < BigInt(bound),
};

/** How many values an operator takes, and the error for any other number. */
const VALUE_RULES: Readonly<
  Record<LabelOperator, { readonly ok: (values: readonly string[]) => boolean; readonly rule: string }>
> = {
  In: { ok: (values) => values.length > 0, rule: "for 'in', 'notin' operators, values set can't be empty" },
  NotIn: { ok: (values) => values.length > 0, rule: "for 'in', 'notin' operators, values set can't be empty" },
  Exists: { ok: (values) => values.length === 0, rule: 'values set must be empty for exists and does not exist' },
  DoesNotExist: { ok: (values) => values.length === 0, rule: 'values set must be empty for exists and does not exist' },
  Gt: { ok: (values) => values.length === 1, rule: "for 'Gt', 'Lt' operators, exactly one value is required" },
  Lt: { ok: (values) => values.length === 1, rule: "for 'Gt', 'Lt' operators, exactly one value is required" },
};

function holds(requirement: LabelRequirement, labels: Labels): boolean {
  const value = Object.hasOwn(labels, requirement.key) ? labels[requirement.key] : undefined;
  return TESTS[requirement.operator](value, requirement.values);
}

function checkedRequirement({ key, operator, values }: LabelRequirement): LabelRequirement {
  const keyProblems = nameProblems.qualifiedName(key);
  if (keyProblems.length > 0) throw new SelectorError(`key: Invalid value: "${key}": ${keyProblems.join('; ')}`);
  const { ok, rule } = VALUE_RULES[operator];
  if (!ok(values)) throw new SelectorError(`values: Invalid value: ${JSON.stringify(values)}: ${rule}`);
  for (const [index, value] of values.entries()) {
    const problem = operator === 'Gt' || operator === 'Lt' ? boundProblem(value) : labelProblem(key, value);
    if (problem !== undefined) throw new SelectorError(`values[${index}]${problem}`);
  }
  return { key, operator, values: [...new Set(values)].sort() };
}

/** Signed bounds are no label values, and need not be. */
function boundProblem(value: string): string | undefined {
  return isInteger(value)
    ? undefined
    : `: Invalid value: "${value}": for 'Gt', 'Lt' operators, the value must be an integer`;
}

function labelProblem(key: string, value: string): string | undefined {
  const problems = nameProblems.labelValue(value);
  return problems.length === 0 ? undefined : `[${key}]: Invalid value: "${value}": ${problems.join('; ')}`;
}

function isObjectOperator(operator: string): operator is 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' {
  return ['In', 'NotIn', 'Exists', 'DoesNotExist'].includes(operator);
}

function isInteger(value: string | undefined): value is string {
  return value !== undefined && /^-?\d{1,19}$/.test(value);
}
