import { expect, test } from 'vitest';
import { fakeContext } from '../../test-support/fake-context.ts';
import type { OutputFormat } from './output-format.ts';
import { type Listing, printList } from './printer.ts';

const apps: Listing<{ readonly name: string; readonly node: string }> = {
  items: [
    { name: '商店', node: 'n1' },
    { name: 'shop', node: 'n2' },
  ],
  columns: [
    { title: 'NAME', cell: ({ name }) => name },
    { title: 'LENGTH', cell: ({ name }) => String(name.length) },
    { title: 'NODE', cell: ({ node }) => node, wide: true },
  ],
  name: ({ name }) => name,
  empty: 'no applications yet',
};

async function printed(output: OutputFormat | undefined, listing = apps) {
  const { context, out, err } = fakeContext({ output });
  await printList(context, listing);
  return { out: out(), err: err() };
}

test('a table lines up under wide characters, and wide adds its columns', async () => {
  expect((await printed(undefined)).out).toBe('NAME   LENGTH\n商店   2\nshop   4\n');
  expect((await printed('wide')).out).toBe('NAME   LENGTH   NODE\n商店   2        n1\nshop   4        n2\n');
});

test('programs get the same data as json, yaml and line by line', async () => {
  expect(JSON.parse((await printed('json')).out)).toEqual(apps.items);
  expect((await printed('yaml')).out).toBe('- name: 商店\n  node: n1\n- name: shop\n  node: n2\n');
  expect(
    (await printed('jsonl')).out
      .split('\n')
      .slice(0, 2)
      .map((line) => JSON.parse(line)),
  ).toEqual(apps.items);
  expect((await printed('name')).out).toBe('商店\nshop\n');
});

test('an empty list is a message in text output, and an empty list in machine-readable output', async () => {
  const empty = { ...apps, items: [] };
  expect(await printed(undefined, empty)).toEqual({ out: '', err: 'no applications yet\n' });
  expect(await printed('json', empty)).toEqual({ out: '[]\n', err: '' });
  expect(await printed('jsonl', empty)).toEqual({ out: '', err: '' });
});
