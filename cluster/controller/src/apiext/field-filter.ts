import type { Message } from '@kubemin/base/message';
import { apiextMessages } from '../messages/index.ts';
import { type FlatObject, flatValue } from './flat-value.ts';

/** How a field is compared. */
export type FilterOperator = '=' | '!=' | '~' | '>' | '<' | '>=' | '<=';

/** One condition on a field. */
export interface FieldFilter {
  readonly field: string;
  readonly operator: FilterOperator;
  readonly value: string;
}

/** The result of parsing conditions: either all of them, or one problem per invalid condition. */
export type ParsedFilters =
  | { readonly kind: 'filters'; readonly filters: readonly FieldFilter[] }
  | { readonly kind: 'problems'; readonly problems: readonly Message[] };

const CONDITION = /^\s*([^=!~<>\s]+)\s*(>=|<=|!=|==|=|~|>|<)([\s\S]*)$/;

type Comparison = (order: number) => boolean;

const ORDERS: ReadonlyMap<FilterOperator, Comparison> = new Map<FilterOperator, Comparison>([
  ['>', (order) => order > 0],
  ['<', (order) => order < 0],
  ['>=', (order) => order >= 0],
  ['<=', (order) => order <= 0],
]);

/** Reads `phase=Failed,source~ali,count>3`; a comma or backslash of a value is written `\,` or `\\`. */
export function parseFieldFilters(text: string): ParsedFilters {
  const conditions = text === '' ? [] : splitAtCommas(text);
  const filters = conditions.map(parseCondition);
  const problems = conditions.flatMap((condition, index) =>
    filters[index] === undefined ? [apiextMessages.notACondition({ condition })] : [],
  );
  if (problems.length > 0) return { kind: 'problems', problems };
  return { kind: 'filters', filters: filters.filter((filter) => filter !== undefined) };
}

/** Whether an object meets a condition. A missing field meets only `!=`; of a list, one item is enough. */
export function matchesFilter(object: FlatObject, { field, operator, value }: FieldFilter): boolean {
  const found = flatValue(object, field);
  const candidates = Array.isArray(found) ? found : [found];
  if (operator === '!=') return !candidates.some((candidate) => equals(candidate, value));
  return candidates.some((candidate) => matchesValue(candidate, operator, value));
}

function matchesValue(candidate: unknown, operator: FilterOperator, value: string): boolean {
  if (operator === '=') return equals(candidate, value);
  if (operator === '~') return isScalar(candidate) && String(candidate).toLowerCase().includes(value.toLowerCase());
  const order = compareWithText(candidate, value);
  return order !== undefined && (ORDERS.get(operator)?.(order) ?? false);
}

function equals(candidate: unknown, value: string): boolean {
  if (typeof candidate === 'number') return value.trim() !== '' && candidate === Number(value);
  return isScalar(candidate) && String(candidate) === value;
}

/** Numbers by value, strings by their characters, which orders UTC timestamps correctly. */
function compareWithText(candidate: unknown, value: string): number | undefined {
  if (typeof candidate === 'string') return candidate < value ? -1 : candidate > value ? 1 : 0;
  if (typeof candidate !== 'number' || value.trim() === '') return undefined;
  const difference = candidate - Number(value);
  return Number.isNaN(difference) ? undefined : difference;
}

function isScalar(candidate: unknown): candidate is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof candidate);
}

function parseCondition(condition: string): FieldFilter | undefined {
  const [, field, written, value] = CONDITION.exec(condition) ?? [];
  const operator = parseOperator(written);
  if (field === undefined || operator === undefined || value === undefined) return undefined;
  return { field, operator, value: value.replace(/\\([\\,])/g, '$1') };
}

function parseOperator(written: string | undefined): FilterOperator | undefined {
  const all: readonly FilterOperator[] = ['=', '!=', '~', '>', '<', '>=', '<='];
  return written === '==' ? '=' : all.find((operator) => operator === written);
}

function splitAtCommas(text: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') {
      at += 1;
    } else if (text[at] === ',') {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}
