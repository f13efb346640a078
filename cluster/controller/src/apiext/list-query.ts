import { closestName, listFirst } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { parseLabelSelector, SelectorError } from '@kubemin/kubeapi';
import { ProblemError, type ProblemField } from '../http/index.ts';
import { apiextMessages } from '../messages/index.ts';
import { type FieldFilter, parseFieldFilters } from './field-filter.ts';
import { parseSortKeys, type SortKey } from './sort-key.ts';

const PARAMETERS = ['page', 'pageSize', 'labelSelector', 'filter', 'sort'];
const DEFAULT_PAGE_SIZE = 20;
/** The largest page of one response. */
export const MAX_PAGE_SIZE = 500;

/** Filter, order and page of a list. */
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
  const addProblem = (field: string, message: Message): void => void problems.push({ field, message });
  for (const name of new Set(query.keys())) {
    if (!PARAMETERS.includes(name))
      addProblem(name, apiextMessages.unknownParameter({ name, advice: nameAdvice(name, PARAMETERS) }));
    else if (query.getAll(name).length > 1) addProblem(name, apiextMessages.givenTwice);
  }
  const known = [...fields];
  const parsed = parseFieldFilters(query.get('filter') ?? '');
  if (parsed.kind === 'problems') for (const problem of parsed.problems) addProblem('filter', problem);
  const filters = parsed.kind === 'filters' ? parsed.filters : [];
  const sort = parseSortKeys(query.get('sort') ?? '');
  for (const [parameter, keys] of [
    ['filter', filters],
    ['sort', sort],
  ] as const) {
    for (const { field } of keys) {
      const head = field.split('.', 1)[0] ?? '';
      if (known.includes(head)) continue;
      addProblem(parameter, apiextMessages.unknownField({ name: head, advice: nameAdvice(head, known) }));
    }
  }
  const parsedQuery: ListQuery = {
    page: parseWholeNumber(query, { name: 'page', fallback: 1, most: Number.MAX_SAFE_INTEGER, addProblem }),
    pageSize: parseWholeNumber(query, {
      name: 'pageSize',
      fallback: DEFAULT_PAGE_SIZE,
      most: MAX_PAGE_SIZE,
      addProblem,
    }),
    labelSelector: checkLabelSelector(query, addProblem),
    filters,
    sort,
  };
  if (problems.length === 0) return parsedQuery;
  const details = problems.map(({ field, message }) => apiextMessages.invalidParameter({ field, problem: message }));
  throw new ProblemError(apiextMessages.invalidFields({ problems: details }), {
    status: 400,
    code: 'QUERY_INVALID',
    problems,
  });
}

type AddProblem = (field: string, message: Message) => void;

interface Bounds {
  readonly name: string;
  readonly fallback: number;
  readonly most: number;
  readonly addProblem: AddProblem;
}

function parseWholeNumber(query: URLSearchParams, { name, fallback, most, addProblem }: Bounds): number {
  const text = query.get(name);
  if (text === null) return fallback;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  addProblem(name, apiextMessages.notANumber({ value: text, most }));
  return fallback;
}

/** The server would reject it as well, but not together with the other problems. */
function checkLabelSelector(query: URLSearchParams, addProblem: AddProblem): string | undefined {
  const text = query.get('labelSelector') ?? '';
  if (text === '') return undefined;
  try {
    parseLabelSelector(text);
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error;
    addProblem('labelSelector', error.text);
  }
  return text;
}

function nameAdvice(name: string, known: readonly string[]): Message {
  const near = closestName(name, known);
  return near === undefined
    ? apiextMessages.knownNames({ names: listFirst(known) })
    : apiextMessages.didYouMean({ name: near });
}
