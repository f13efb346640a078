import { describe, expect, test } from 'vitest';
import { SCALING_POLICIES, type ScalingEvent, type ScalingState } from './index.ts';
import { resolveScaling, type ScalingSettings } from './scaling-settings.ts';

const { waterLevel, concurrency } = SCALING_POLICIES;
const CALL: ScalingEvent = { type: 'call' };
const TICK: ScalingEvent = { type: 'tick' };
const seconds = (count: number): number => count * 1_000;
const level = (instances: number, value: number): ScalingState => ({ instances, level: value, at: 0, samples: [] });

/** How many calls at one moment it takes to get each further instance, from two to ten. */
function callsPerInstance(settings: ScalingSettings): readonly number[] {
  const counts: number[] = [];
  let state = level(2, 400);
  while (state.instances < 10) {
    const { instances } = state;
    let calls = 0;
    while (state.instances === instances) {
      state = waterLevel.apply(state, CALL, 0, settings);
      calls += 1;
    }
    counts.push(calls);
  }
  return counts;
}

describe('the water level', () => {
  const fixed = resolveScaling({ thresholdMode: 'fixed' });
  const proportional = resolveScaling();

  test('fixed thresholds need the calls of Minik8s for each instance', () => {
    expect(callsPerInstance(fixed)).toEqual([7, 13, 16, 18, 21, 24, 26, 31]);
  });

  test('proportional thresholds need more calls with more instances', () => {
    expect(callsPerInstance(proportional)).toEqual([7, 19, 31, 45, 61, 81, 101, 136]);
  });

  test.each([
    [399, 2],
    [400, 1],
    [699, 1],
    [700, 0],
    [10_000, 0],
  ])('two idle instances at 400 after %d s are %d', (elapsed, instances) => {
    expect(waterLevel.apply(level(2, 400), TICK, seconds(elapsed), fixed)).toMatchObject({ instances });
  });

  test('one call per 30 s keeps two instances', () => {
    let state = level(2, 400);
    for (let call = 1; call <= 100; call += 1) state = waterLevel.apply(state, CALL, seconds(30 * call), fixed);
    expect(state).toMatchObject({ instances: 2, level: 400 });
  });

  test('a first call long after creation starts instances that stay for the initial level', () => {
    const created = waterLevel.begin(fixed, 0);
    const called = waterLevel.apply(created, CALL, seconds(10_000), fixed);
    expect(called).toMatchObject({ instances: 2, level: 430 });
    expect(waterLevel.nextTick(called, fixed)).toBe(seconds(10_430));
  });

  test('a call from a workflow starts instances and does not raise the level', () => {
    const fromWorkflow: ScalingEvent = { type: 'call', fromWorkflow: true };
    expect(waterLevel.apply(level(2, 590), fromWorkflow, 0, fixed)).toMatchObject({ instances: 2, level: 590 });
    expect(waterLevel.apply(level(0, 0), fromWorkflow, 0, fixed)).toMatchObject({ instances: 2, level: 400 });
  });

  test('the demo profile goes from ten instances at the threshold to none in a minute', () => {
    const demo = resolveScaling({ profile: 'demo' });
    expect(waterLevel.apply(level(10, demo.high), TICK, seconds(59), demo)).toMatchObject({ instances: 0 });
  });

  test('stays within its limits, whatever happens, and does not depend on when it is looked at', () => {
    let seed = 20_260_101;
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let round = 0; round < 300; round += 1) {
      const settings = resolveScaling({
        thresholdMode: random(2) === 0 ? 'fixed' : 'proportional',
        min: random(3),
        max: 1 + random(8),
        decayPerSecond: random(20),
        gain: random(400),
      });
      let state = waterLevel.begin(settings, 0);
      let watched = state;
      for (let now = 0, step = 0; step < 100; step += 1) {
        const until = now + random(60_000);
        watched = waterLevel.apply(watched, TICK, now + Math.floor((until - now) / 2), settings);
        now = until;
        const event = random(3) === 0 ? TICK : CALL;
        state = waterLevel.apply(state, event, now, settings);
        watched = waterLevel.apply(watched, event, now, settings);
        expect(state.instances).toBeGreaterThanOrEqual(settings.min);
        expect(state.instances).toBeLessThanOrEqual(settings.max);
        expect(state.level).toBeGreaterThanOrEqual(0);
        expect(watched.instances).toBe(state.instances);
        expect(watched.level).toBeCloseTo(state.level, 3);
        const next = waterLevel.nextTick(state, settings);
        if (next !== undefined && next - now > 1) {
          const { instances } = state;
          expect(waterLevel.apply(state, TICK, next - 1, settings).instances).toBe(instances);
          expect(waterLevel.apply(state, TICK, next + 1, settings).instances).toBeLessThan(instances);
        }
      }
    }
  });
});

describe('requests in flight', () => {
  const settings = resolveScaling({ policy: 'concurrency', target: 10 });
  /** The state after a constant load, sampled each second. */
  function load(state: ScalingState, inFlight: number, from: number, until: number): ScalingState {
    let current = state;
    for (let at = from; at < until; at += 1)
      current = concurrency.apply(current, { type: 'load', inFlight }, seconds(at), settings);
    return current;
  }

  test('a call at zero starts instances at once', () => {
    expect(concurrency.apply(concurrency.begin(settings, 0), CALL, 0, settings)).toMatchObject({ instances: 2 });
  });

  test('a constant load has the instances of its mean', () => {
    const begun = concurrency.apply(concurrency.begin(settings, 0), CALL, 0, settings);
    expect(load(begun, 45, 0, 200)).toMatchObject({ instances: 5 });
  });

  test('a burst gets its instances within the short window, and keeps them for the long one', () => {
    const calm = load(concurrency.apply(concurrency.begin(settings, 0), CALL, 0, settings), 10, 0, 120);
    expect(calm).toMatchObject({ instances: 1 });
    const burst = load(calm, 80, 120, 128);
    expect(burst.instances).toBe(8);
    expect(load(burst, 10, 128, 170)).toMatchObject({ instances: 8 });
    expect(load(burst, 10, 128, 300)).toMatchObject({ instances: 1 });
  });

  test('without requests nothing is left after the window and the grace period', () => {
    const calm = load(concurrency.apply(concurrency.begin(settings, 0), CALL, 0, settings), 10, 0, 120);
    const idle = load(calm, 0, 120, 121);
    expect(concurrency.apply(idle, TICK, seconds(149), settings)).toMatchObject({ instances: 1 });
    expect(concurrency.apply(idle, TICK, seconds(200), settings)).toMatchObject({ instances: 0 });
  });

  test('the number of samples does not grow with that of requests', () => {
    let state = concurrency.begin(settings, 0);
    for (let at = 0; at < 300_000; at += 10) {
      state = concurrency.apply(state, { type: 'load', inFlight: 5 }, at, settings);
    }
    expect(state.samples.length).toBeLessThan(150);
  });
});
