import { describe, expect, test } from 'vitest';
import { type PlanInput, planInstances, type RevisionFacts } from './plan-instances.ts';

const revision = (name: string, ready: boolean | undefined, readyInstances = 0): RevisionFacts => ({
  name,
  ready,
  readyInstances,
});

function plan(input: Partial<PlanInput>) {
  const { active, traffic, instances } = planInstances({
    ...{ revisions: [], active: undefined, traffic: [], wanted: 0, isOverdue: false },
    ...input,
  });
  const shares = traffic.map(({ revision: name, percent }) => `${name} ${percent}`);
  return { active, traffic: shares.join(), instances: Object.fromEntries(instances) };
}

describe('a first revision', () => {
  test('is tried with one instance, and requests wait for it', () => {
    const input = { revisions: [revision('a', undefined)] };
    expect(plan(input)).toEqual({ active: undefined, traffic: 'a 100', instances: { a: 1 } });
  });

  test('has what the scaling wants when it is ready', () => {
    const input = { revisions: [revision('a', true, 1)], wanted: 3 };
    expect(plan(input)).toEqual({ active: 'a', traffic: 'a 100', instances: { a: 3 } });
    expect(plan({ ...input, wanted: 0 })).toMatchObject({ active: 'a', instances: { a: 0 } });
  });

  test('has nothing when its code cannot be loaded', () => {
    expect(plan({ revisions: [revision('a', false)], wanted: 3 })).toEqual({
      active: undefined,
      traffic: '',
      instances: {},
    });
  });
});

describe('a new revision', () => {
  const old = revision('a', true, 3);

  test('gets no request before it has the instances of the old one', () => {
    const input = { revisions: [old, revision('b', true, 2)], active: 'a', wanted: 3 };
    expect(plan(input)).toEqual({ active: 'a', traffic: 'a 100', instances: { a: 3, b: 3 } });
    expect(plan({ ...input, isOverdue: true })).toMatchObject({ active: 'b' });
    expect(plan({ ...input, revisions: [old, revision('b', true, 3)] })).toEqual({
      active: 'b',
      traffic: 'b 100',
      instances: { b: 3 },
    });
  });

  test('takes over without instances where the old one has none', () => {
    const input = { revisions: [revision('a', true), revision('b', true)], active: 'a' };
    expect(plan(input)).toEqual({ active: 'b', traffic: 'b 100', instances: { b: 0 } });
  });

  test('is tried first, also at zero', () => {
    const input = { revisions: [revision('a', true), revision('b', undefined)], active: 'a' };
    expect(plan(input)).toEqual({ active: 'a', traffic: 'a 100', instances: { a: 0, b: 1 } });
  });

  test('leaves the old one in place when it cannot be loaded', () => {
    const input = { revisions: [old, revision('b', false)], active: 'a', wanted: 3 };
    expect(plan(input)).toEqual({ active: 'a', traffic: 'a 100', instances: { a: 3 } });
  });
});

describe('a split', () => {
  const revisions = [revision('a', true, 3), revision('b', true, 1)];

  test('divides instances by parts, none without any', () => {
    const traffic = [
      { revision: 'a', percent: 90 },
      { revision: 'b', percent: 10 },
    ];
    expect(plan({ revisions, traffic, wanted: 4 })).toEqual({
      active: 'a',
      traffic: 'a 90,b 10',
      instances: { a: 4, b: 1 },
    });
    expect(plan({ revisions, traffic })).toMatchObject({ instances: { a: 0, b: 0 } });
  });

  test('holds an earlier revision although a newer one is ready', () => {
    const traffic = [{ revision: 'a', percent: 100 }];
    expect(plan({ revisions, traffic, wanted: 2, active: 'b' })).toMatchObject({ active: 'a', instances: { a: 2 } });
  });

  test('leaves out revisions that are unknown or cannot be loaded', () => {
    const traffic = [
      { revision: 'gone', percent: 50 },
      { revision: 'b', percent: 50 },
    ];
    expect(plan({ revisions, traffic, wanted: 2 })).toMatchObject({ traffic: 'b 50', instances: { b: 2 } });
  });
});
