import { nameProblems } from '../object/index.ts';
import { type LabelRequirement, LabelSelector } from './label-selector.ts';
import { SelectorError } from './selector-error.ts';

interface Token {
  readonly text: string;
  readonly kind: 'word' | 'symbol' | 'end';
}

const SETS: ReadonlyMap<string, 'In' | 'NotIn'> = new Map([
  ['in', 'In'],
  ['notin', 'NotIn'],
]);
const COMPARISONS: ReadonlyMap<string, 'In' | 'NotIn' | 'Gt' | 'Lt'> = new Map([
  ['=', 'In'],
  ['==', 'In'],
  ['!=', 'NotIn'],
  ['>', 'Gt'],
  ['<', 'Lt'],
]);

/**
 * Reads `app=web,tier in (a,b),!legacy,track`: the text form of a label selector. Empty text matches everything. Objects
 * in the words of Kubernetes, whose users look them up.
 */
export function parseLabelSelector(text: string): LabelSelector {
  return LabelSelector.of(new Parser(text).requirements());
}

/** The text form: parsing it gives the same selector. A selector that matches nothing has none and is refused. */
export function formatLabelSelector(selector: LabelSelector): string {
  if (selector === LabelSelector.none)
    throw new SelectorError('a selector that matches nothing cannot be written as text');
  return selector.requirements.map(formatRequirement).join(',');
}

const FORMATS: Readonly<Record<LabelRequirement['operator'], (key: string, values: readonly string[]) => string>> = {
  In: (key, values) => (values.length === 1 ? `${key}=${values[0]}` : `${key} in (${values.join(',')})`),
  NotIn: (key, values) => (values.length === 1 ? `${key}!=${values[0]}` : `${key} notin (${values.join(',')})`),
  Exists: (key) => key,
  DoesNotExist: (key) => `!${key}`,
  Gt: (key, values) => `${key}>${values[0]}`,
  Lt: (key, values) => `${key}<${values[0]}`,
};

function formatRequirement({ key, operator, values }: LabelRequirement): string {
  return FORMATS[operator](key, values);
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = tokenize(text);
  }

  requirements(): readonly LabelRequirement[] {
    const found: LabelRequirement[] = [];
    if (this.#peek().kind === 'end') return found;
    if (!this.#atRequirement()) throw unexpected(this.#peek(), "!, identifier, or 'end of string'");
    for (;;) {
      found.push(this.#checkedRequirement());
      const separator = this.#next();
      if (separator.kind === 'end') return found;
      if (separator.text !== ',') throw unexpected(separator, "',' or 'end of string'");
      if (!this.#atRequirement()) throw unexpected(this.#peek(), "identifier after ','");
    }
  }

  #atRequirement(): boolean {
    const { kind, text } = this.#peek();
    return kind === 'word' || text === '!';
  }

  #checkedRequirement(): LabelRequirement {
    try {
      const requirement = this.#requirement();
      LabelSelector.of([requirement]);
      return requirement;
    } catch (error) {
      if (!(error instanceof SelectorError)) throw error;
      throw new SelectorError(`unable to parse requirement: ${error.message}`);
    }
  }

  #requirement(): LabelRequirement {
    const negated = this.#peek().text === '!';
    if (negated) this.#next();
    const key = this.#key();
    if (negated) return { key, operator: 'DoesNotExist', values: [] };
    const operator = this.#peek();
    if (operator.kind === 'end' || operator.text === ',') return { key, operator: 'Exists', values: [] };
    this.#next();
    const set = operator.kind === 'word' ? SETS.get(operator.text) : undefined;
    if (set !== undefined) return { key, operator: set, values: this.#set() };
    const comparison = COMPARISONS.get(operator.text);
    if (comparison === undefined) throw unexpected(operator, 'in, notin, =, ==, !=, gt, lt');
    return { key, operator: comparison, values: [this.#value()] };
  }

  #key(): string {
    const key = this.#word();
    const problems = nameProblems.qualifiedName(key);
    // Kubernetes writes the place as it prints a pointer to nothing.
    if (problems.length > 0) throw new SelectorError(`<nil>: Invalid value: "${key}": ${problems.join('; ')}`);
    return key;
  }

  /** Words between commas; nothing between two commas is the empty value, and so is nothing at all. */
  #set(): readonly string[] {
    const open = this.#next();
    if (open.text !== '(') throw new SelectorError(`found '${open.text}' expected: '('`);
    const values: string[] = [];
    for (;;) {
      const { kind, text } = this.#peek();
      if (kind === 'word') values.push(this.#word());
      else if (text === ',' || text === ')') values.push('');
      else throw unexpected(this.#peek(), values.length === 0 ? "',', ')' or identifier" : "',', or identifier");
      const separator = this.#next();
      if (separator.text === ')') return values;
      if (separator.text !== ',') throw unexpected(separator, "',' or ')'");
    }
  }

  #value(): string {
    const { kind, text } = this.#peek();
    return kind === 'end' || text === ',' ? '' : this.#word();
  }

  #word(): string {
    const token = this.#next();
    if (token.kind !== 'word') throw unexpected(token, 'identifier');
    return token.text;
  }

  #peek(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', text: '' };
  }

  #next(): Token {
    const token = this.#peek();
    this.#at++;
    return token;
  }
}

function tokenize(text: string): readonly Token[] {
  return Array.from(text.matchAll(/==|!=|[=!<>(),]|[^\s=!<>(),]+/g), ([token]) => ({
    text: token,
    kind: /^[=!<>(),]/.test(token) ? 'symbol' : 'word',
  }));
}

function unexpected(token: Token, expected: string): SelectorError {
  return new SelectorError(`found '${token.text}', expected: ${expected}`);
}
