import { describe, expect, it } from 'vitest';
import { parseListQuery } from './list-query.ts';
import { sortObjects } from './sort-key.ts';

const FIELDS = ['name', 'createdAt', 'phase', 'count', 'labels'];

function query(text: string): ReturnType<typeof parseListQuery> {
  return parseListQuery(new URLSearchParams(text), FIELDS);
}

describe('a list’s query', () => {
  it('selects the first twenty of all objects by default', () => {
    expect(query('')).toEqual({ page: 1, pageSize: 20, labelSelector: undefined, filters: [], sort: [] });
  });

  it('may have all parameters', () => {
    expect(query('page=3&pageSize=500&labelSelector=a%3Db&filter=labels.app=x&sort=-createdAt,name')).toEqual({
      page: 3,
      pageSize: 500,
      labelSelector: 'a=b',
      filters: [{ field: 'labels.app', operator: '=', value: 'x' }],
      sort: [
        { field: 'createdAt', descending: true },
        { field: 'name', descending: false },
      ],
    });
  });

  it('is refused with all its problems at once, and what was probably meant', () => {
    const text = (part: string) => expect.objectContaining({ message: expect.stringContaining(part) });
    expect(() =>
      query('page=0&pageSize=501&labelSelector=a%3D%3D%3D&filter=phaze=x,oops&sort=cuont&pagesize=1'),
    ).toThrow(
      expect.objectContaining({
        status: 400,
        problems: [
          { field: 'pagesize', message: text("there is no parameter 'pagesize'; did you mean pageSize?") },
          { field: 'filter', message: text("'oops'") },
          { field: 'sort', message: text("there is no field 'cuont'; did you mean count?") },
          { field: 'page', message: text("'0'") },
          { field: 'pageSize', message: text('500') },
          { field: 'labelSelector', message: text('') },
        ],
      }),
    );
    expect(() => query('filter=phaze=x')).toThrow('did you mean phase?');
    expect(() => query('page=1&page=2')).toThrow('more than once');
  });
});

describe('sorting', () => {
  const objects = [
    { name: 'b', namespace: 'x', count: 2 },
    { name: 'a', namespace: 'x', count: 10 },
    { name: 'c', namespace: 'x' },
    { name: 'a', namespace: 'w', count: 2 },
  ];
  const names = (keys: Parameters<typeof sortObjects>[1]) =>
    sortObjects(objects, keys).map(({ namespace, name }) => `${namespace}/${name}`);

  it('goes by numbers as numbers, puts what has none last either way, and ends in the name', () => {
    expect(names([{ field: 'count', descending: false }])).toEqual(['w/a', 'x/b', 'x/a', 'x/c']);
    expect(names([{ field: 'count', descending: true }])).toEqual(['x/a', 'w/a', 'x/b', 'x/c']);
    expect(names([])).toEqual(['w/a', 'x/a', 'x/b', 'x/c']);
  });
});
