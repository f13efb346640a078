import { expect, test } from 'vitest';
import { schedulingReasons } from './scheduling-reason.ts';

const words = (text: string): readonly string[] => schedulingReasons(text).map(({ message }) => message);

test('the reasons of the scheduler become sentences, each with its number of nodes', () => {
  expect(
    words(
      '0/4 nodes are available: 1 node(s) had untolerated taint {dedicated: db}, 1 node(s) were unschedulable, 2 Insufficient cpu. preemption: 0/4 nodes are available: 4 No preemption victims found for incoming pod.',
    ),
  ).toEqual([
    '1 node has the taint dedicated: db, which the pod does not tolerate',
    '1 node takes no pods (cordoned)',
    '2 nodes have too little free cpu',
  ]);
  expect(words('0/2 nodes are available: 2 Insufficient nvidia.com/gpu.')).toEqual([
    '2 nodes have too little free nvidia.com/gpu',
  ]);
});

test('a text of another form has no sentences: it is shown as it is', () => {
  expect(words('no nodes')).toEqual([]);
  expect(words('0/3 nodes are available: persistentvolumeclaim "data" not found.')).toEqual([]);
});
