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

/** Reads `app=web,tier in (a,b),!legacy,track`: the text form of a label selector. Empty text matches everything. */
export function parseLabelSelector(text: string): LabelSelector {
  try {
    return LabelSelector.of(new Parser(text).requirements());
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error;
    throw new SelectorError(`unable to parse requirement: ${error.message} (in the label selector '${text}')`);
  }
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
    for (;;) {
      found.push(this.#requirement());
      const separator = this.#next();
      if (separator.kind === 'end') return found;
      if (separator.text !== ',') throw unexpected(separator, "',' or 'end of string'");
    }
  }

  #requirement(): LabelRequirement {
    const negated = this.#peek().text === '!';
    if (negated) this.#next();
    const key = this.#word('identifier');
    if (negated) return { key, operator: 'DoesNotExist', values: [] };
    const operator = this.#peek();
    if (operator.kind === 'end' || operator.text === ',') return { key, operator: 'Exists', values: [] };
    this.#next();
    const set = operator.kind === 'word' ? SETS.get(operator.text) : undefined;
    if (set !== undefined) return { key, operator: set, values: this.#set() };
    const comparison = COMPARISONS.get(operator.text);
    if (comparison === undefined) throw unexpected(operator, "'=', '!=', '==', 'in', 'notin', '>' or '<'");
    return { key, operator: comparison, values: [this.#value()] };
  }

  /** Words between commas; nothing between two commas is the empty value. */
  #set(): readonly string[] {
    const open = this.#next();
    if (open.text !== '(') throw unexpected(open, "'('");
    const values: string[] = [];
    if (this.#peek().text === ')') {
      this.#next();
      return values;
    }
    for (;;) {
      values.push(this.#value());
      const separator = this.#next();
      if (separator.text === ')') return values;
      if (separator.text !== ',') throw unexpected(separator, "',' or ')'");
    }
  }

  #value(): string {
    return this.#peek().kind === 'word' ? this.#word('identifier') : '';
  }

  #word(expected: string): string {
    const token = this.#next();
    if (token.kind !== 'word') throw unexpected(token, expected);
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
