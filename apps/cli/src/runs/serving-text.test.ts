import { expect, test } from 'vitest';
import { translateTo } from '../terminal/language/language.ts';
import { rollbackCommand, servingLine } from './serving-text.ts';

const served = (...components: { readonly name: string; readonly revision?: number }[]) => ({
  app: 'shop',
  wanted: 2,
  serving: { revision: 1 },
  components,
});

test('R-11: where no component runs, the line has that the previous version does not serve, and rollback is offered', () => {
  const nothing = served({ name: 'web' }, { name: 'data' });
  expect(servingLine(nothing, translateTo('en'))).toBe('no version is serving');
  expect(servingLine(nothing, translateTo('zh'))).toBe('目前没有任何版本提供服务');
  expect(rollbackCommand(nothing, translateTo('en'))).toEqual([['kubemin rollback shop 1', 'roll back to revision 1']]);
});

test('R-11: where components differ, each is listed with its revision', () => {
  const mixed = served({ name: 'web', revision: 2 }, { name: 'data' });
  expect(servingLine(mixed, translateTo('en'))).toBe('serving: web revision 2, data none');
  expect(servingLine(served({ name: 'web', revision: 1 }), translateTo('en'))).toBe(
    'the previous version is still serving: revision 1',
  );
});
