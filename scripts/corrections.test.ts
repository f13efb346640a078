import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Packages whose tests carry the number of a fault in their names. */
const SOURCES = [
  'core/base/src',
  'cluster/apiserver/src',
  'scripts',
  'platform/model/src',
  'platform/render/src',
  'platform/convert/src',
  'platform/engine/src',
  'platform/server/src',
  'apps/cli/src',
];

/** `W-01 platform/x/src/y.test.ts` for every number and every file that has a test named after it. */
function named(): readonly string[] {
  return SOURCES.flatMap((source) =>
    readdirSync(join(root, source), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => `${source}/${file}`)
      .flatMap((file) => {
        const text = readFileSync(join(root, file), 'utf8');
        return [...new Set(text.match(/(?<=['"`])[WR]-\d\d(?=: )/g))].map((number) => `${number} ${file}`);
      }),
  );
}

function listed(): readonly string[] {
  const rows = readFileSync(join(root, 'docs/history.md'), 'utf8').matchAll(/^\| ([WR]-\d\d) +\|.*$/gm);
  return [...rows].flatMap(([row, number]) =>
    [...row.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, file]) => `${number} ${file}`),
  );
}

test('docs/history.md lists the tests that are named after a fault, all of them and no others', () => {
  expect(listed().toSorted()).toEqual(named().toSorted());
});

test.each([1, 2, 3, 5, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 31, 37, 39, 40])(
  'W-%i, which concerns what is rendered or checked, has tests',
  (number) => {
    expect(named().join('\n')).toContain(`W-${String(number).padStart(2, '0')} `);
  },
);

test.each([4, 7, 8, 9, 10, 11, 25, 28, 30, 36])(
  'W-%i, which concerns how runs go, has tests of the engine',
  (number) => {
    const own = named().filter((each) => each.startsWith(`W-${String(number).padStart(2, '0')} platform/engine/`));
    expect(own).not.toEqual([]);
  },
);

test.each([11, 12, 20, 22, 23, 29, 31, 35])('W-%i, which concerns the API, has tests of the server', (number) => {
  const own = named().filter((each) => each.startsWith(`W-${String(number).padStart(2, '0')} platform/server/`));
  expect(own).not.toEqual([]);
});

test.each(Array.from({ length: 23 }, (_none, index) => index + 1))('R-%i has tests', (number) => {
  expect(named().join('\n')).toContain(`R-${String(number).padStart(2, '0')} `);
});
