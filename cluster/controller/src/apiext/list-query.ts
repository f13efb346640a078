import { closest, listed } from '@kubemin/base';
import { parseLabelSelector, SelectorError } from '@kubemin/kubeapi';
import { ProblemError, type ProblemField } from '../http/problem-error.ts';
import { type FieldFilter, parseFieldFilters } from './field-filter.ts';
import { parseSortKeys, type SortKey } from './sort-key.ts';

const PARAMETERS = ['page', 'pageSize', 'labelSelector', 'filter', 'sort'];
const DEFAULT_PAGE_SIZE = 20;
/** What one answer may hold. */
export const MAX_PAGE_SIZE = 500;

/** Which part of a list is wanted. */
export interface ListQuery {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly labelSelector: string | undefined;
  readonly filters: readonly FieldFilter[];
  readonly sort: readonly SortKey[];
}

/** Reads a list's query; `fields` are the names that filter and sort may begin with. Throws a 400 with every problem. */
export function parseListQuery(query: URLSearchParams, fields: Iterable<string>): ListQuery {
  const problems: ProblemField[] = [];
  const refuse = (field: string, message: string): void => void problems.push({ field, message });
  for (const name of new Set(query.keys())) {
    if (!PARAMETERS.includes(name)) refuse(name, unknownName('parameter', name, PARAMETERS));
    else if (query.getAll(name).length > 1) refuse(name, 'is given more than once; give it once');
  }
  const known = [...fields];
  const parsed = parseFieldFilters(query.get('filter') ?? '');
  if (parsed.kind === 'problems') for (const problem of parsed.problems) refuse('filter', problem);
  const filters = parsed.kind === 'filters' ? parsed.filters : [];
  const sort = parseSortKeys(query.get('sort') ?? '');
  for (const [parameter, keys] of [
    ['filter', filters],
    ['sort', sort],
  ] as const) {
    for (const { field } of keys) {
      const head = field.split('.', 1)[0] ?? '';
      if (!known.includes(head)) refuse(parameter, unknownName('field', head, known));
    }
  }
  const asked: ListQuery = {
    page: wholeNumber(query, { name: 'page', fallback: 1, most: Number.MAX_SAFE_INTEGER, refuse }),
    pageSize: wholeNumber(query, { name: 'pageSize', fallback: DEFAULT_PAGE_SIZE, most: MAX_PAGE_SIZE, refuse }),
    labelSelector: labelSelector(query, refuse),
    filters,
    sort,
  };
  if (problems.length === 0) return asked;
  const words = problems.map(({ field, message }) => `${field}: ${message}`).join('; ');
  throw new ProblemError(words, { status: 400, code: 'QUERY_INVALID', problems });
}

type Refuse = (field: string, message: string) => void;

interface Bounds {
  readonly name: string;
  readonly fallback: number;
  readonly most: number;
  readonly refuse: Refuse;
}

function wholeNumber(query: URLSearchParams, { name, fallback, most, refuse }: Bounds): number {
  const text = query.get(name);
  if (text === null) return fallback;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  refuse(name, `'${text}' is not a whole number from 1 to ${most}`);
  return fallback;
}

/** The server would refuse it as well, but not together with the other problems. */
function labelSelector(query: URLSearchParams, refuse: Refuse): string | undefined {
  const text = query.get('labelSelector') ?? '';
  if (text === '') return undefined;
  try {
    parseLabelSelector(text);
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error;
    refuse('labelSelector', error.message);
  }
  return text;
}

function unknownName(what: string, name: string, known: readonly string[]): string {
  const near = closest(name, known);
  const advice = near === undefined ? `known are ${listed(known)}` : `did you mean ${near}?`;
  return `there is no ${what} '${name}'; ${advice}`;
}
