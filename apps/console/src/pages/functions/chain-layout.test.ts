import { expect, test } from 'vitest';
import { layoutChain } from './chain-layout.ts';

const node = (name: string, ...to: readonly string[]) => ({ name, edges: to.map((each) => ({ to: each, label: '' })) });

test('nodes are in the column of their shortest way, and the unreachable ones in the last', () => {
  const graph = [node('a', 'b', 'c'), node('b', 'd'), node('c', 'd', 'none'), node('d', 'a'), node('alone', 'a')];
  const places = [...layoutChain(graph, 'a')].map(([name, { x, y }]) => `${name} ${x} ${y}`);
  expect(places).toEqual(['a 0 0', 'b 240 0', 'c 240 90', 'd 480 0', 'alone 720 0']);
});

test('without its start node, everything is in one column', () => {
  const places = [...layoutChain([node('a', 'b'), node('b')], 'none').values()];
  expect(places).toEqual([
    { x: 0, y: 0 },
    { x: 0, y: 90 },
  ]);
});
