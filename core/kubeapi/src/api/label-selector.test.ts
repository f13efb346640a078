import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LabelRequirement, LabelSelector, labelSelectorFromObject } from './label-selector.ts';
import { formatLabelSelector, parseLabelSelector } from './label-selector-text.ts';
import { SelectorError } from './selector-error.ts';

const web = { app: 'web', tier: 'front', weight: '7', empty: '' };

describe('matching', () => {
  test.each([
    ['', true],
    ['  ', true],
    ['app=web', true],
    ['app==web', true],
    ['app = web , tier!=back', true],
    ['app=db', false],
    ['app!=web', false],
    ['missing!=x', true],
    ['app in (db, web)', true],
    ['app in (db)', false],
    ['app notin (db)', true],
    ['app notin (web)', false],
    ['missing notin (web)', true],
    ['missing in (web)', false],
    ['app', true],
    ['!app', false],
    ['missing', false],
    ['!missing', true],
    ['empty=', true],
    ['app in (,x)', false],
    ['empty in (,x)', true],
    ['empty in ()', true],
    ['app in ()', false],
    ['app notin ()', true],
    ['weight>6', true],
    ['weight>7', false],
    ['weight<10', true],
    ['app>1', false],
    ['in in (x)', false],
    ['constructor', false],
    ['!toString', true],
    ['app=web,tier=front,!missing', true],
    ['app=web,tier=back', false],
  ])('%j: %s', (text, expected) => {
    expect(parseLabelSelector(text).matches(web)).toBe(expected);
  });

  test('objects without labels match only what asks for absence', () => {
    expect(parseLabelSelector('!app').matches(undefined)).toBe(true);
    expect(parseLabelSelector('app').matches(undefined)).toBe(false);
  });
});

describe('what cannot be read', () => {
  test.each([
    ['app=web,', "found '', expected: identifier after ','"],
    ['app=web,=', "found '=', expected: identifier after ','"],
    ['=web', "found '=', expected: !, identifier, or 'end of string'"],
    ['app=web tier=x', "found 'tier', expected: ',' or 'end of string'"],
    ['!app=web', "found '=', expected: ',' or 'end of string'"],
  ])('%j', (text, message) => {
    expect(() => parseLabelSelector(text)).toThrow(new SelectorError(message));
  });

  test.each([
    ['!', "found '', expected: identifier"],
    ['app in web', "found 'web' expected: '('"],
    ['app in (', "found '', expected: ',', ')' or identifier"],
    ['app in (web', "found '', expected: ',' or ')'"],
    ['app in (web,', "found '', expected: ',', or identifier"],
    ['app web', "found 'web', expected: in, notin, =, ==, !=, gt, lt"],
    ['app=(', "found '(', expected: identifier"],
    ['app>x', `values[0]: Invalid value: "x": for 'Gt', 'Lt' operators, the value must be an integer`],
    ['-a=b', '<nil>: Invalid value: "-a": name part must consist of'],
    ['a in (b,-b)', 'values[1][a]: Invalid value: "-b": a valid label must be'],
  ])('%j, inside a requirement', (text, message) => {
    expect(() => parseLabelSelector(text)).toThrow(SelectorError);
    expect(() => parseLabelSelector(text)).toThrow(`unable to parse requirement: ${message}`);
  });
});

describe('selectors in objects', () => {
  test('absent matches nothing, empty matches everything', () => {
    expect(labelSelectorFromObject(undefined).matches(web)).toBe(false);
    expect(labelSelectorFromObject({}).matches(web)).toBe(true);
  });

  test('labels and expressions must all hold', () => {
    const selector = labelSelectorFromObject({
      matchLabels: { app: 'web' },
      matchExpressions: [
        { key: 'tier', operator: 'In', values: ['front', 'back'] },
        { key: 'gone', operator: 'DoesNotExist' },
      ],
    });
    expect(selector.matches(web)).toBe(true);
    expect(selector.matches({ ...web, gone: '' })).toBe(false);
    expect(formatLabelSelector(selector)).toBe('app=web,!gone,tier in (back,front)');
  });

  test('an unknown operator is named', () => {
    expect(() => labelSelectorFromObject({ matchExpressions: [{ key: 'a', operator: 'Near' }] })).toThrow('"Near"');
  });
});

const word = fc.stringMatching(/^[A-Za-z0-9]([-A-Za-z0-9_.]{0,8}[A-Za-z0-9])?$/);
const requirement: fc.Arbitrary<LabelRequirement> = fc.oneof(
  fc.record({
    key: word,
    operator: fc.constantFrom('In', 'NotIn'),
    values: fc.array(fc.oneof(word, fc.constant('')), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ key: word, operator: fc.constantFrom('Exists', 'DoesNotExist'), values: fc.constant([]) }),
  fc.record({ key: word, operator: fc.constantFrom('Gt', 'Lt'), values: fc.tuple(fc.nat().map(String)) }),
);

test('formatting and parsing are inverse', () => {
  fc.assert(
    fc.property(fc.array(requirement, { maxLength: 4 }), (requirements) => {
      const selector = LabelSelector.of(requirements);
      expect(parseLabelSelector(formatLabelSelector(selector)).requirements).toEqual(selector.requirements);
    }),
  );
});

test('whatever the text, parsing returns a selector or throws a SelectorError', () => {
  const noise = fc.string({
    unit: fc.constantFrom('a', 'in', ' ', '=', '!', '(', ')', ',', '>', '/', '-'),
    maxLength: 12,
  });
  fc.assert(
    fc.property(noise, (text) => {
      try {
        expect(parseLabelSelector(text)).toBeInstanceOf(LabelSelector);
      } catch (error) {
        expect(error).toBeInstanceOf(SelectorError);
      }
    }),
    { numRuns: 1000 },
  );
});
