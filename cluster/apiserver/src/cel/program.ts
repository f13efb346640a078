import type { JsonValue } from '@kubemin/kubeapi';
import { CelError, compileError } from './cel-error.ts';
import { type CelFunction, GLOBAL_FUNCTIONS, METHODS, toInt, toUint } from './functions.ts';
import { type Expression, parseExpression } from './parser.ts';
import {
  type CelValue,
  compare,
  fromJson,
  isEqual,
  isList,
  isMap,
  mapEntry,
  numeric,
  Optional,
  typeName,
  Uint,
} from './values.ts';

/** A compiled expression that is true or false. */
export interface CelProgram {
  /** Throws CelError where the expression has no value for this input, or one that is no boolean. */
  evaluate(variables: Readonly<Record<string, JsonValue>>): boolean;
}

/** More steps than any honest expression takes. */
const MAX_STEPS = 100_000;

type Environment = ReadonlyMap<string, CelValue>;
type Evaluate = (environment: Environment) => CelValue;

/** Compiles an expression over the named variables; throws CelError. */
export function compileCel(source: string, variables: readonly string[]): CelProgram {
  const expression = parseExpression(source);
  if (expression.kind === 'literal' && typeof expression.value !== 'boolean') {
    throw new CelError(`must evaluate to bool but got ${typeName(expression.value)}`);
  }
  const compiler = new Compiler(source);
  const evaluate = compiler.compile(expression, new Set(variables));
  return {
    evaluate(input) {
      compiler.restart();
      const values = Object.entries(input).map(([name, value]) => [name, fromJson(value)] as const);
      const result = evaluate(new Map(values));
      if (typeof result === 'boolean') return result;
      throw new CelError(`must evaluate to bool but got ${typeName(result)}`);
    },
  };
}

/** Macros: calls whose arguments are expressions over a variable of their own, or a test for a field. */
const MACROS = ['all', 'exists', 'exists_one', 'existsOne', 'map', 'filter'] as const;

class Compiler {
  readonly #source: string;
  #steps = 0;

  constructor(source: string) {
    this.#source = source;
  }

  restart(): void {
    this.#steps = 0;
  }

  compile(expression: Expression, names: ReadonlySet<string>): Evaluate {
    switch (expression.kind) {
      case 'literal':
        return () => expression.value;
      case 'variable':
        return this.#variable(expression, names);
      case 'list': {
        const items = expression.items.map((item) => this.compile(item, names));
        return (environment) => items.map((item) => item(environment));
      }
      case 'map': {
        const entries = expression.entries.map(
          ([key, value]) => [this.compile(key, names), this.compile(value, names)] as const,
        );
        return (environment) => new Map(entries.map(([key, value]) => [key(environment), value(environment)]));
      }
      case 'field': {
        const of = this.compile(expression.of, names);
        const { name, optional } = expression;
        return (environment) => select(of(environment), name, optional);
      }
      case 'index': {
        const [of, index] = [this.compile(expression.of, names), this.compile(expression.index, names)];
        return (environment) => select(of(environment), index(environment), expression.optional);
      }
      case 'unary': {
        const operand = this.compile(expression.operand, names);
        return (environment) => applyUnary(expression.operator, operand(environment));
      }
      case 'conditional': {
        const [test, then, other] = [expression.test, expression.then, expression.else].map((part) =>
          this.compile(part, names),
        );
        return (environment) => (boolean(test?.(environment)) ? then : other)?.(environment) ?? null;
      }
      case 'binary':
        return this.#binary(expression, names);
      case 'call':
        return this.#call(expression, names);
    }
  }

  #variable({ name, at }: Extract<Expression, { kind: 'variable' }>, names: ReadonlySet<string>): Evaluate {
    if (!names.has(name)) throw compileError(this.#source, at, `undeclared reference to '${name}' (in container '')`);
    return (environment) => {
      const value = environment.get(name);
      if (value === undefined) throw new CelError(`no such attribute: ${name}`);
      return value;
    };
  }

  #binary({ operator, left, right }: Extract<Expression, { kind: 'binary' }>, names: ReadonlySet<string>): Evaluate {
    const [a, b] = [this.compile(left, names), this.compile(right, names)];
    if (operator === '&&' || operator === '||') {
      return (environment) => decide([() => a(environment), () => b(environment)], operator === '||');
    }
    const apply = OPERATORS.get(operator);
    if (apply === undefined) throw compileError(this.#source, 0, `unknown operator ${operator}`);
    return (environment) => apply(a(environment), b(environment));
  }

  #call(call: Extract<Expression, { kind: 'call' }>, names: ReadonlySet<string>): Evaluate {
    const { name, target, args, at } = call;
    if (target === undefined && name === 'has') return this.#has(call, names);
    const macro = MACROS.find((known) => known === name);
    if (target !== undefined && macro !== undefined && args.length >= 2) return this.#macro(macro, call, names);
    const optional = target?.kind === 'variable' && target.name === 'optional' ? OPTIONALS.get(name) : undefined;
    const apply = optional ?? (target === undefined ? GLOBAL_FUNCTIONS : METHODS).get(name);
    if (apply === undefined) {
      throw compileError(this.#source, at, `undeclared reference to '${name}' (in container '')`);
    }
    const own = target === undefined || optional !== undefined ? args : [target, ...args];
    const values = own.map((argument) => this.compile(argument, names));
    return (environment) => {
      this.#step();
      return apply(...values.map((value) => value(environment)));
    };
  }

  #has({ args, at }: Extract<Expression, { kind: 'call' }>, names: ReadonlySet<string>): Evaluate {
    const [argument] = args;
    if (argument?.kind !== 'field' || args.length !== 1) {
      throw compileError(this.#source, at, 'invalid argument to has() macro');
    }
    const of = this.compile(argument.of, names);
    const { name } = argument;
    return (environment) => {
      const container = of(environment);
      const held = container instanceof Optional ? (container.value ?? null) : container;
      return isMap(held) && held.has(name);
    };
  }

  #macro(
    macro: (typeof MACROS)[number],
    { target, args, at }: Extract<Expression, { kind: 'call' }>,
    names: ReadonlySet<string>,
  ): Evaluate {
    const [variable, first, second] = args;
    if (target === undefined || variable?.kind !== 'variable' || first === undefined) {
      throw compileError(this.#source, at, 'argument must be a simple name');
    }
    const inside = new Set([...names, variable.name]);
    const range = this.compile(target, names);
    const one = this.compile(first, inside);
    const other = second === undefined ? undefined : this.compile(second, inside);
    return (environment) => {
      const value = range(environment);
      const items = isList(value) ? value : isMap(value) ? [...value.keys()] : undefined;
      if (items === undefined) throw new CelError(`no such overload: ${macro}(${typeName(value)})`);
      const scopes = items.map((item) => {
        this.#step();
        return { item, scope: new Map([...environment, [variable.name, item]]) };
      });
      return applyMacro(macro, scopes, { one, other });
    };
  }

  #step(): void {
    this.#steps += 1;
    if (this.#steps > MAX_STEPS) throw new CelError('operation cancelled: actual cost limit exceeded');
  }
}

interface Scoped {
  readonly item: CelValue;
  readonly scope: Environment;
}

function applyMacro(
  macro: (typeof MACROS)[number],
  scopes: readonly Scoped[],
  { one, other }: { readonly one: Evaluate; readonly other: Evaluate | undefined },
): CelValue {
  switch (macro) {
    case 'all':
    case 'exists':
      return decide(
        scopes.map(
          ({ scope }) =>
            () =>
              one(scope),
        ),
        macro === 'exists',
      );
    case 'exists_one':
    case 'existsOne':
      return scopes.filter(({ scope }) => boolean(one(scope))).length === 1;
    case 'filter':
      return scopes.filter(({ scope }) => boolean(one(scope))).map(({ item }) => item);
    case 'map': {
      if (other === undefined) return scopes.map(({ scope }) => one(scope));
      return scopes.filter(({ scope }) => boolean(one(scope))).map(({ scope }) => other(scope));
    }
  }
}

/**
 * The value of `&&` (absorbing: false) or `||` (true) over the tests: one that decides is enough, and an error counts only
 * where no other test decides.
 */
function decide(tests: readonly (() => CelValue)[], absorbing: boolean): boolean {
  let failure: unknown;
  for (const test of tests) {
    try {
      if (boolean(test()) === absorbing) return absorbing;
    } catch (error) {
      if (!(error instanceof CelError)) throw error;
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return !absorbing;
}

const OPTIONALS: ReadonlyMap<string, CelFunction> = new Map<string, CelFunction>([
  ['of', (value = null) => new Optional(value)],
  ['none', () => new Optional(undefined)],
]);

const OPERATORS: ReadonlyMap<string, (a: CelValue, b: CelValue) => CelValue> = new Map<
  string,
  (a: CelValue, b: CelValue) => CelValue
>([
  ['==', isEqual],
  ['!=', (a, b) => !isEqual(a, b)],
  ['<', (a, b) => compare(a, b) < 0],
  ['<=', (a, b) => compare(a, b) <= 0],
  ['>', (a, b) => compare(a, b) > 0],
  ['>=', (a, b) => compare(a, b) >= 0],
  ['in', isIn],
  ['+', add],
  ['-', (a, b) => arithmetic('-', a, b, [(x, y) => x - y, (x, y) => x - y])],
  ['*', (a, b) => arithmetic('*', a, b, [(x, y) => x * y, (x, y) => x * y])],
  ['/', (a, b) => arithmetic('/', a, b, [(x, y) => x / nonZero(y), (x, y) => x / y])],
  ['%', (a, b) => arithmetic('%', a, b, [(x, y) => x % nonZero(y), undefined])],
]);

function isIn(item: CelValue, container: CelValue): CelValue {
  if (isList(container)) return container.some((other) => isEqual(other, item));
  if (isMap(container)) return mapEntry(container, item) !== undefined;
  throw noOverload('in', item, container);
}

function add(a: CelValue, b: CelValue): CelValue {
  if (typeof a === 'string' && typeof b === 'string') return a + b;
  if (isList(a) && isList(b)) return [...a, ...b];
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.concat([a, b]);
  return arithmetic('+', a, b, [(x, y) => x + y, (x, y) => x + y]);
}

/** Numbers of different types are not mixed. */
function arithmetic(
  operator: string,
  a: CelValue,
  b: CelValue,
  [whole, double]: readonly [(x: bigint, y: bigint) => bigint, ((x: number, y: number) => number) | undefined],
): CelValue {
  if (typeof a === 'bigint' && typeof b === 'bigint') return toInt(whole(a, b));
  if (a instanceof Uint && b instanceof Uint) return toUint(whole(a.value, b.value));
  if (typeof a === 'number' && typeof b === 'number' && double !== undefined) return double(a, b);
  throw noOverload(operator, a, b);
}

function nonZero(value: bigint): bigint {
  if (value === 0n) throw new CelError('division by zero');
  return value;
}

function applyUnary(operator: '!' | '-', value: CelValue): CelValue {
  if (operator === '!') return !boolean(value);
  if (typeof value === 'bigint') return toInt(-value);
  if (typeof value === 'number') return -value;
  throw new CelError(`no such overload: -${typeName(value)}`);
}

function select(value: CelValue, key: CelValue, optional: boolean): CelValue {
  if (value instanceof Optional) {
    return value.value === undefined ? value : select(value.value, key, true);
  }
  const found = entry(value, key);
  if (optional) return new Optional(found);
  if (found !== undefined) return found;
  if (isList(value)) throw new CelError(`index out of bounds: ${String(numeric(key))}`);
  if (!isMap(value)) throw new CelError(`no such overload: field of ${typeName(value)}`);
  throw new CelError(`no such key: ${typeof key === 'string' ? key : String(numeric(key))}`);
}

function entry(value: CelValue, key: CelValue): CelValue | undefined {
  if (isMap(value)) return mapEntry(value, key);
  const index = numeric(key);
  return isList(value) && index !== undefined ? value[Number(index)] : undefined;
}

function boolean(value: CelValue | undefined): boolean {
  if (typeof value === 'boolean') return value;
  throw new CelError(`no such overload: ${typeName(value ?? null)} as bool`);
}

function noOverload(operator: string, a: CelValue, b: CelValue): CelError {
  return new CelError(`no such overload: ${typeName(a)} ${operator} ${typeName(b)}`);
}
