import type { JsonValue } from '@kubemin/kubeapi';
import type { Comparison, FilterTest, JsonPath, JsonPathStep } from './json-path.ts';

const COMPARISONS: readonly Comparison[] = ['==', '!=', '<=', '>=', '<', '>'];
const MAX_LENGTH = 2000;
const MAX_NESTED_FILTERS = 5;

/** Reads a JSONPath from left to right. Every method returns undefined where the text does not match. */
export class JsonPathScanner {
  readonly #text: string;
  #at = 0;
  #filters = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The whole text as a path. */
  path(): JsonPath | undefined {
    if (this.#text.length > MAX_LENGTH) return undefined;
    const steps = this.#steps();
    return this.#at === this.#text.length ? steps : undefined;
  }

  /** As many steps as there are. */
  #steps(): JsonPath | undefined {
    const steps: JsonPathStep[] = [];
    while (this.#text[this.#at] === '.' || this.#text[this.#at] === '[') {
      const step = this.#take('[') ? this.#bracket() : this.#dot();
      if (step === undefined) return undefined;
      if (step !== 'self') steps.push(step);
    }
    return steps;
  }

  #dot(): JsonPathStep | 'self' | undefined {
    this.#at += 1;
    if (this.#take('*')) return { kind: 'all' };
    if (this.#text[this.#at] === '[' || this.#at === this.#text.length) return 'self';
    const name = this.#match(/(?:\\.|[^.[\]\\\s()=!<>])+/y);
    return name === undefined ? undefined : { kind: 'fields', names: [name.replaceAll(/\\(.)/g, '$1')] };
  }

  #bracket(): JsonPathStep | undefined {
    const step = this.#take('?(') ? this.#filter() : this.#selection();
    return this.#take(']') ? step : undefined;
  }

  #selection(): JsonPathStep | undefined {
    if (this.#take('*')) return { kind: 'all' };
    const numbers = this.#match(/(-?\d{1,9})?(:(-?\d{1,9})?)?/y) ?? '';
    if (numbers !== '') {
      const [start = '', end] = numbers.split(':');
      if (end === undefined) return { kind: 'index', index: Number(start) };
      return { kind: 'slice', start: Number(start), end: end === '' ? undefined : Number(end) };
    }
    const names: string[] = [];
    do {
      this.#match(/\s*/y);
      const name = this.#quoted();
      if (name === undefined) return undefined;
      names.push(name);
      this.#match(/\s*/y);
    } while (this.#take(','));
    return { kind: 'fields', names };
  }

  #filter(): JsonPathStep | undefined {
    this.#filters += 1;
    this.#match(/\s*/y);
    if (this.#filters > MAX_NESTED_FILTERS || !this.#take('@')) return undefined;
    const path = this.#steps();
    this.#match(/\s*/y);
    const comparison = COMPARISONS.find((candidate) => this.#take(candidate));
    const test = comparison === undefined ? undefined : this.#test(comparison);
    this.#match(/\s*/y);
    if (path === undefined || !this.#take(')') || (comparison !== undefined && test === undefined)) return undefined;
    return { kind: 'filter', path, test };
  }

  #test(comparison: Comparison): FilterTest | undefined {
    this.#match(/\s*/y);
    const value = this.#literal();
    return value === undefined ? undefined : { comparison, value };
  }

  #literal(): JsonValue | undefined {
    const quoted = this.#quoted();
    if (quoted !== undefined) return quoted;
    const word = this.#match(/[-\w.+]+/y);
    if (word === 'true' || word === 'false') return word === 'true';
    return word === undefined || Number.isNaN(Number(word)) ? undefined : Number(word);
  }

  #quoted(): string | undefined {
    const text = this.#match(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/y);
    return text?.slice(1, -1).replaceAll(/\\(.)/g, '$1');
  }

  #take(token: string): boolean {
    if (!this.#text.startsWith(token, this.#at)) return false;
    this.#at += token.length;
    return true;
  }

  /** The pattern must be sticky. */
  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }
}
