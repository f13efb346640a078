import { deepEqual, type FieldError, fieldError, isJsonArray, isJsonObject, type JsonValue } from '@kubemin/kubeapi';
import { fieldPath } from '../schema/schema-path.ts';
import { fieldSchema, type StructuralSchema } from '../schema/structural-schema.ts';
import { canonicalJson } from './canonical-json.ts';
import { duplicateItems, itemKey, itemsByKey } from './list-items.ts';

const MAX_PROBLEMS = 100;

export interface ValidateOptions {
  /**
   * The state before an update. What did not change is not checked: an object that became invalid because its schema
   * did can still be changed elsewhere.
   */
  readonly old?: JsonValue | undefined;
  readonly maxSteps?: number;
}

/** What is wrong with a value, in Kubernetes' words. Never throws, and ends after a bounded number of steps. */
export function validateValue(
  schema: StructuralSchema,
  value: JsonValue,
  options: ValidateOptions = {},
): readonly FieldError[] {
  const steps = options.maxSteps ?? MAX_VALIDATION_STEPS;
  const budget = new StepBudget(steps);
  const problems = new Validation(budget).check(schema, value, { path: '', old: options.old });
  if (!budget.exhausted) return problems.slice(0, MAX_PROBLEMS);
  const rule = `the object is too large for its schema: checking it takes more than ${steps} steps`;
  return [fieldError.invalid('<nil>', '', rule)];
}

interface Place {
  readonly path: string;
  readonly old: JsonValue | undefined;
}

class Validation {
  readonly #budget: StepBudget;

  constructor(budget: StepBudget) {
    this.#budget = budget;
  }

  check(schema: StructuralSchema, value: JsonValue, at: Place): FieldError[] {
    if (!this.#budget.spend(1)) return [];
    if (at.old !== undefined && deepEqual(at.old, value)) return [];
    if (value === null && (schema.nullable || allowedTypes(schema) === undefined)) return [];
    if (value === null || !hasType(value, schema)) return [typeError(schema, value, at.path)];
    return [
      ...this.#rules(schema, value, at),
      ...this.#embedded(schema, value, at),
      ...this.#inside(schema, value, at),
      ...this.#junctors(schema, value, at),
    ];
  }

  #rules(schema: StructuralSchema, value: JsonValue, at: Place): readonly FieldError[] {
    const problems: FieldError[] = [];
    for (const rule of schema.rules) {
      if (!this.#budget.spend(rule.cost?.(value) ?? 1)) return problems;
      problems.push(...rule.check(value, at.path));
    }
    return problems;
  }

  #inside(schema: StructuralSchema, value: JsonValue, at: Place): readonly FieldError[] {
    if (isJsonArray(value)) return [...duplicateItems(schema, value, at.path), ...this.#items(schema, value, at)];
    if (!isJsonObject(value)) return [];
    const old = isJsonObject(at.old) ? at.old : {};
    const problems: FieldError[] = [];
    for (const [name, item] of Object.entries(value)) {
      const own = fieldSchema(schema, name);
      if (own === undefined) continue;
      const before = Object.hasOwn(old, name) ? old[name] : undefined;
      problems.push(...this.check(own, item, { path: fieldPath(at.path, name), old: before }));
      if (problems.length >= MAX_PROBLEMS) break;
    }
    return problems;
  }

  #items(schema: StructuralSchema, list: readonly JsonValue[], at: Place): readonly FieldError[] {
    const { items } = schema;
    if (items === undefined) return [];
    // Only items of maps are known to be the same in both states.
    const before = schema.listType === 'map' && isJsonArray(at.old) ? itemsByKey(schema, at.old) : undefined;
    const problems: FieldError[] = [];
    for (const [index, item] of list.entries()) {
      const old = before?.get(canonicalJson(itemKey(schema, item)));
      problems.push(...this.check(items, item, { path: `${at.path}[${index}]`, old }));
      if (problems.length >= MAX_PROBLEMS) break;
    }
    return problems;
  }

  #embedded(schema: StructuralSchema, value: JsonValue, { path }: Place): readonly FieldError[] {
    if (!schema.embeddedResource || !isJsonObject(value)) return [];
    return ['apiVersion', 'kind']
      .filter((name) => typeof value[name] !== 'string' || value[name] === '')
      .map((name) => fieldError.required(fieldPath(path, name), 'must not be empty'));
  }

  /** The texts have no path of their own in Kubernetes, either; the failures of the best alternative come with it. */
  #junctors(schema: StructuralSchema, value: JsonValue, at: Place): readonly FieldError[] {
    const evaluate = (branches: readonly StructuralSchema[]): readonly FieldError[][] =>
      branches.map((branch) => this.check(branch, value, { ...at, old: undefined }));
    const where = JSON.stringify(at.path);
    const problems: FieldError[] = [];
    const fail = (text: string): void => void problems.push(fieldError.invalid('<nil>', '', `${where} ${text}`));
    const all = evaluate(schema.allOf);
    if (all.some((failures) => failures.length > 0)) {
      const none = all.every((failures) => failures.length > 0) ? '. None validated' : '';
      fail(`must validate all the schemas (allOf)${none}`);
      problems.push(...all.flat());
    }
    const any = evaluate(schema.anyOf);
    if (any.length > 0 && validCount(any) === 0) {
      fail('must validate at least one schema (anyOf)');
      problems.push(...fewestErrors(any));
    }
    const one = evaluate(schema.oneOf);
    const valid = validCount(one);
    if (one.length > 0 && valid !== 1) {
      const found = valid === 0 ? 'Found none valid' : `Found ${valid} valid alternatives`;
      fail(`must validate one and only one schema (oneOf). ${found}`);
      if (valid === 0) problems.push(...fewestErrors(one));
    }
    if (schema.not !== undefined && validCount(evaluate([schema.not])) === 1)
      fail('must not validate the schema (not)');
    return problems;
  }
}

function typeError(schema: StructuralSchema, value: JsonValue, path: string): FieldError {
  const actual = jsonType(value);
  return fieldError.typeInvalid(path, actual, `${path} in body must be of type ${allowedTypes(schema)}: "${actual}"`);
}

function validCount(outcomes: readonly (readonly FieldError[])[]): number {
  return outcomes.filter((failures) => failures.length === 0).length;
}

/** The alternative that came nearest. */
function fewestErrors(outcomes: readonly (readonly FieldError[])[]): readonly FieldError[] {
  return outcomes.reduce((least, failures) => (failures.length < least.length ? failures : least), outcomes[0] ?? []);
}

/**
 * Objects and schemas are both written by users, and conditions inside junctors multiply: the work is counted, and ends
 * here, instead of blocking the server.
 */
const MAX_VALIDATION_STEPS = 5_000_000;

/** How much work a validation may still do. */
class StepBudget {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  get exhausted(): boolean {
    return this.#left < 0;
  }

  /** False when there is nothing left to spend. */
  spend(steps: number): boolean {
    this.#left -= steps;
    return this.#left >= 0;
  }
}

/** The name of a value's type, as messages show it. */
function jsonType(value: JsonValue): string {
  if (value === null) return 'null';
  if (isJsonArray(value)) return 'array';
  if (typeof value !== 'number') return typeof value;
  return Number.isInteger(value) ? 'integer' : 'number';
}

/** The types a schema allows, as messages show them; undefined: any. */
function allowedTypes({ type, intOrString }: StructuralSchema): string | undefined {
  return intOrString ? 'integer,string' : type;
}

/** Whether a value that is not null has a type its schema allows. */
function hasType(value: JsonValue, { type, intOrString }: StructuralSchema): boolean {
  const actual = jsonType(value);
  if (intOrString) return actual === 'integer' || actual === 'string';
  return type === undefined || actual === type || (type === 'number' && actual === 'integer');
}
