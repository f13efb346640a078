import { compileError } from './cel-error.ts';
import { readTokens, type Token } from './tokens.ts';
import type { CelValue } from './values.ts';

/** A parsed expression. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: CelValue }
  | { readonly kind: 'variable'; readonly name: string; readonly at: number }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [Expression, Expression])[] }
  /** `a.name`; `optional` for `a.?name`. */
  | { readonly kind: 'field'; readonly of: Expression; readonly name: string; readonly optional: boolean }
  | { readonly kind: 'index'; readonly of: Expression; readonly index: Expression; readonly optional: boolean }
  | { readonly kind: 'unary'; readonly operator: '!' | '-'; readonly operand: Expression }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'conditional'; readonly test: Expression; readonly then: Expression; readonly else: Expression }
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly target: Expression | undefined;
      readonly args: readonly Expression[];
      readonly at: number;
    };

/** By how strongly they bind, weakest first. */
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!=', '<', '<=', '>', '>=', 'in'],
  ['+', '-'],
  ['*', '/', '%'],
];
const MAX_DEPTH = 100;
/** Words that are no names of variables; fields may have them. */
const RESERVED = new Set(
  'as break const continue else for function if import let loop package namespace return var void while'.split(' '),
);

/** Parses an expression; throws CelError with the place of the mistake. */
export function parseExpression(source: string): Expression {
  const parser = new Parser(source);
  const expression = parser.conditional();
  parser.requireEnd();
  return expression;
}

class Parser {
  readonly #source: string;
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
    this.#tokens = readTokens(source);
  }

  conditional(): Expression {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw this.#error('expression recursion limit exceeded');
    const test = this.#binary(0);
    const expression: Expression = this.#take('?') ? this.#branches(test) : test;
    this.#depth -= 1;
    return expression;
  }

  requireEnd(): void {
    if (this.#token.kind !== 'end') throw this.#unexpected();
  }

  #branches(test: Expression): Expression {
    const then = this.#binary(0);
    this.#require(':');
    return { kind: 'conditional', test, then, else: this.conditional() };
  }

  #binary(level: number): Expression {
    const operators = LEVELS[level];
    if (operators === undefined) return this.#unary();
    let left = this.#binary(level + 1);
    for (;;) {
      const operator = operators.find((text) => this.#take(text));
      if (operator === undefined) return left;
      left = { kind: 'binary', operator, left, right: this.#binary(level + 1) };
    }
  }

  #unary(): Expression {
    for (const operator of ['!', '-'] as const) {
      if (!this.#take(operator)) continue;
      this.#depth += 1;
      if (this.#depth > MAX_DEPTH) throw this.#error('expression recursion limit exceeded');
      const expression: Expression = { kind: 'unary', operator, operand: this.#unary() };
      this.#depth -= 1;
      return expression;
    }
    return this.#member(this.#primary());
  }

  #member(of: Expression): Expression {
    let expression = of;
    for (;;) {
      if (this.#take('.')) expression = this.#selection(expression);
      else if (this.#take('[')) {
        const optional = this.#take('?');
        expression = { kind: 'index', of: expression, index: this.conditional(), optional };
        this.#require(']');
      } else return expression;
    }
  }

  #selection(of: Expression): Expression {
    const optional = this.#take('?');
    const { at } = this.#token;
    const name = this.#name();
    if (!optional && this.#take('(')) return { kind: 'call', name, target: of, args: this.#list(')'), at };
    return { kind: 'field', of, name, optional };
  }

  #primary(): Expression {
    const token = this.#token;
    if (token.kind === 'literal') {
      this.#next += 1;
      return { kind: 'literal', value: token.value };
    }
    if (this.#take('(')) {
      const inner = this.conditional();
      this.#require(')');
      return inner;
    }
    if (this.#take('[')) return { kind: 'list', items: this.#list(']') };
    if (this.#take('{')) return { kind: 'map', entries: this.#entries() };
    if (token.kind !== 'name' || token.text === 'in') throw this.#unexpected();
    if (RESERVED.has(token.text)) throw this.#error(`reserved identifier: ${token.text}`);
    this.#next += 1;
    if (this.#take('(')) {
      return { kind: 'call', name: token.text, target: undefined, args: this.#list(')'), at: token.at };
    }
    return { kind: 'variable', name: token.text, at: token.at };
  }

  #list(end: string): readonly Expression[] {
    const items: Expression[] = [];
    while (!this.#take(end)) {
      items.push(this.conditional());
      if (this.#take(',')) continue;
      this.#require(end);
      break;
    }
    return items;
  }

  #entries(): readonly (readonly [Expression, Expression])[] {
    const entries: (readonly [Expression, Expression])[] = [];
    while (!this.#take('}')) {
      const key = this.conditional();
      this.#require(':');
      entries.push([key, this.conditional()]);
      if (this.#take(',')) continue;
      this.#require('}');
      break;
    }
    return entries;
  }

  get #token(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', text: '', at: this.#source.length };
  }

  #take(text: string): boolean {
    const token = this.#token;
    if (token.kind === 'literal' || token.text !== text) return false;
    this.#next += 1;
    return true;
  }

  #require(text: string): void {
    if (!this.#take(text)) throw this.#unexpected();
  }

  #name(): string {
    const token = this.#token;
    if (token.kind !== 'name') throw this.#unexpected();
    this.#next += 1;
    return token.text;
  }

  #unexpected(): Error {
    const token = this.#token;
    const text = token.kind === 'end' ? '<EOF>' : token.kind === 'literal' ? 'literal' : token.text;
    return this.#error(`Syntax error: mismatched input '${text}'`);
  }

  #error(why: string): Error {
    return compileError(this.#source, this.#token.at, why);
  }
}
