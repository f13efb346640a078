import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cronProblem } from './cron-schedule.ts';

const RANGES = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
] as const;

/** Any way to write one place of a schedule that is within its range. */
function place([min, max]: readonly [number, number]): fc.Arbitrary<string> {
  const number = fc.integer({ min, max });
  const range = fc.tuple(number, number).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
  const base = fc.oneof(fc.constant('*'), number.map(String), range);
  const stepped = fc.tuple(base, fc.integer({ min: 1, max: 99 })).map(([text, step]) => `${text}/${step}`);
  return fc.array(fc.oneof(base, stepped), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(','));
}
const places = RANGES.map(place);

describe('a cron schedule', () => {
  it('within its ranges is one', () => {
    fc.assert(fc.property(fc.tuple(...places), (fields) => cronProblem(fields.join(' ')) === undefined));
  });

  it('with one number out of range is none, wherever that is', () => {
    fc.assert(
      fc.property(fc.tuple(...places), fc.nat(4), fc.integer({ min: 1, max: 99 }), (fields, index, excess) => {
        const broken = fields.map((field, at) => (at === index ? String((RANGES[index]?.[1] ?? 0) + excess) : field));
        expect(cronProblem(broken.join(' '))).toMatch(/above maximum/);
      }),
    );
  });

  it('with more or fewer places is none', () => {
    fc.assert(
      fc.property(fc.array(fc.constant('*'), { maxLength: 9 }), (fields) => {
        expect(cronProblem(fields.join(' ')) === undefined).toBe(fields.length === 5);
      }),
    );
  });

  it('never breaks the parser', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof cronProblem(text) !== 'number'));
    fc.assert(fc.property(fc.stringMatching(/^[-0-9*/,? a-z@]{0,20}$/), (text) => cronProblem(text) !== ''));
  });

  it.each(['0 0 * jan-MAR mon', '@daily', '@every 5m', '? ? ? ? ?', '5/15 * * * *'])('%s is one', (text) => {
    expect(cronProblem(text)).toBeUndefined();
  });

  it.each([
    ['5-1 * * * *', 'beginning of range (5) beyond end of range (1): 5-1'],
    ['1-2-3 * * * *', 'too many hyphens: 1-2-3'],
    ['1/2/3 * * * *', 'too many slashes: 1/2/3'],
    ['*/0 * * * *', 'step of range should be a positive number: */0'],
    ['* * 0 * *', 'beginning of range (0) below minimum (1): 0'],
    ['* * * * monday', 'failed to parse int from monday: strconv.Atoi: parsing "monday": invalid syntax'],
    ['@never', 'unrecognized descriptor: @never'],
    ['@every soon', 'failed to parse duration @every soon: time: invalid duration "soon"'],
  ])('%s is none: %s', (text, problem) => {
    expect(cronProblem(text)).toBe(problem);
  });
});
