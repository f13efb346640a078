import type { Message } from '@kubemin/base/message';
import { workflowMessages } from '../../messages/index.ts';
import type { Comparison, Condition } from './condition.ts';

/** What reading a condition gives: the condition, or what is wrong with its text. */
export type ConditionResult =
  | { readonly kind: 'read'; readonly condition: Condition }
  | { readonly kind: 'faulty'; readonly message: Message };

const TOKEN =
  /\s*(?:(&&|\|\||[=!<>]=|[!<>()])|("(?:[^"\\]|\\.)*"|'[^']*')|(-?\d+(?:\.\d+)?)|([A-Za-z_][\w-]*(?:\.[\w-]+)*))/y;
const DEEPEST = 50;

type Token =
  | { readonly kind: 'sign' | 'word'; readonly text: string }
  | { readonly kind: 'value'; readonly text: string; readonly value: string | number };

class ConditionFault extends Error {
  readonly text: Message;

  constructor(text: Message) {
    super(text.message);
    this.text = text;
  }
}

/** Reads `steps.test.status == "succeeded" && inputs.env != "prod"`. Never throws. */
export function readCondition(text: string): ConditionResult {
  try {
    const parser = new ConditionParser(scan(text));
    return { kind: 'read', condition: parser.parse() };
  } catch (fault) {
    if (fault instanceof ConditionFault) return { kind: 'faulty', message: fault.text };
    throw fault;
  }
}

function scan(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN);
  while (text.slice(pattern.lastIndex).trim() !== '') {
    const start = pattern.lastIndex;
    const match = pattern.exec(text);
    if (match === null)
      throw new ConditionFault(workflowMessages.conditionUnreadable({ text: text.slice(start).trim().slice(0, 20) }));
    const [, sign, quoted, number, word] = match;
    if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else if (quoted !== undefined) tokens.push({ kind: 'value', text: quoted, value: unquote(quoted) });
    else if (number !== undefined) tokens.push({ kind: 'value', text: number, value: Number(number) });
    else tokens.push({ kind: 'word', text: word ?? '' });
  }
  return tokens;
}

function unquote(text: string): string {
  return text.slice(1, -1).replaceAll(/\\(.)/g, '$1');
}

function isComparison(text: string | undefined): text is Comparison {
  return text !== undefined && ['==', '!=', '<', '<=', '>', '>='].includes(text);
}

/** Recursive descent: or, and, not, comparison, operand. */
class ConditionParser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): Condition {
    const condition = this.#or();
    const rest = this.#tokens[this.#at];
    if (rest !== undefined) throw new ConditionFault(workflowMessages.conditionUnexpected({ text: rest.text }));
    return condition;
  }

  #takes(sign: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'sign' || token.text !== sign) return false;
    this.#at += 1;
    return true;
  }

  #or(): Condition {
    let left = this.#and();
    while (this.#takes('||')) left = { kind: 'or', left, right: this.#and() };
    return left;
  }

  #and(): Condition {
    let left = this.#not();
    while (this.#takes('&&')) left = { kind: 'and', left, right: this.#not() };
    return left;
  }

  #not(): Condition {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new ConditionFault(workflowMessages.conditionTooLong({ most: DEEPEST }));
    return this.#takes('!') ? { kind: 'not', operand: this.#not() } : this.#comparison();
  }

  #comparison(): Condition {
    const left = this.#operand();
    const operator = this.#tokens[this.#at]?.text;
    if (!isComparison(operator)) return left;
    this.#at += 1;
    return { kind: 'compare', operator, left, right: this.#operand() };
  }

  #operand(): Condition {
    if (this.#takes('(')) {
      const inner = this.#or();
      if (!this.#takes(')')) throw new ConditionFault(workflowMessages.parenthesisMissing);
      return inner;
    }
    const token = this.#tokens[this.#at];
    this.#at += 1;
    if (token === undefined) throw new ConditionFault(workflowMessages.conditionEndsEarly);
    if (token.kind === 'value') return { kind: 'literal', value: token.value };
    if (token.kind === 'sign') throw new ConditionFault(workflowMessages.conditionUnexpected({ text: token.text }));
    if (token.text === 'true' || token.text === 'false') return { kind: 'literal', value: token.text === 'true' };
    return { kind: 'reference', path: token.text.split('.') };
  }
}
