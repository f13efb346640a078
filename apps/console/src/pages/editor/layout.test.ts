import { expect, test } from 'vitest';
import { readLanes } from '../../draft/index.ts';
import { findDropTarget, layoutLanes } from './layout.ts';

const document = {
  name: 'shop',
  component: ['settings', 'db', 'api', 'web'].map((name) => ({
    name,
    type: name === 'settings' ? 'config' : 'webservice',
  })),
  workflow: [
    { name: 'base', mode: 'DAG', components: ['settings', 'db'] },
    { name: 'check', jobType: 'approval' },
    { name: 'services', mode: 'StepByStep', components: ['api', 'web'] },
  ],
};

const boxes = layoutLanes({ lanes: readLanes(document), isData: (name) => name === 'settings', removed: [] });

test('lanes stand side by side and cards below each other, without overlaps', () => {
  expect(boxes.map(({ index, cards }) => [index, cards.map(({ name }) => name)])).toEqual([
    [0, ['settings', 'db']],
    [1, []],
    [2, ['api', 'web']],
  ]);
  for (const { cards, height } of boxes) {
    for (const [at, card] of cards.entries()) {
      const end = cards[at + 1]?.y ?? height;
      expect(card.y + card.height).toBeLessThan(end);
    }
  }
});

test('a card goes before the card below whose middle it is dropped, and to no lane that delivers nothing', () => {
  const [base, check, services] = boxes;
  const drop = (x = 0, y = 0) => findDropTarget(boxes, 'api', { x, y });
  expect(drop((base?.x ?? 0) + 100, 60)).toMatchObject({ lane: 0, at: 0 });
  expect(drop((base?.x ?? 0) + 100, 2_000)).toMatchObject({ lane: 0, at: 2 });
  expect(drop((check?.x ?? 0) + 100, 60)).toBeUndefined();
  // Its own place does not count.
  expect(drop((services?.x ?? 0) + 100, 2_000)).toMatchObject({ lane: 2, at: 1 });
  expect(drop(-500, 60)).toBeUndefined();
});

test('a collapsed lane shows no cards and leaves its space to the others; a card that is dropped on it goes last', () => {
  const collapsed = layoutLanes({
    lanes: readLanes(document),
    isData: () => false,
    removed: [],
    isCollapsed: (lane) => lane.kind === 'step' && lane.step.name === 'base',
  });
  expect(collapsed.map(({ cards }) => cards.length)).toEqual([0, 0, 2]);
  expect(collapsed[1]?.x).toBeLessThan(boxes[1]?.x ?? 0);
  expect(findDropTarget(collapsed, 'api', { x: 10, y: 500 })).toMatchObject({ lane: 0, at: 2 });
});
