import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Quantity } from './quantity.ts';
import { canonicalQuantity, formatQuantity, parseQuantity, QuantityError } from './quantity-text.ts';

describe('the canonical form', () => {
  test.each([
    ['0', '0'],
    ['0.0Gi', '0'],
    ['-0', '0'],
    ['0.5', '500m'],
    ['1000m', '1'],
    ['1500m', '1500m'],
    ['1024Mi', '1Gi'],
    ['1.5Gi', '1536Mi'],
    ['0.5Gi', '512Mi'],
    ['512Ki', '512Ki'],
    ['0.5Ki', '512'],
    ['1.1Ki', '1126400m'],
    ['1024', '1024'],
    ['1000', '1k'],
    ['1000k', '1M'],
    ['100000', '100k'],
    ['1E', '1E'],
    ['1000E', '1e21'],
    ['1e3', '1e3'],
    ['1E4', '10e3'],
    ['12e-1', '1200e-3'],
    ['1e+3', '1e3'],
    ['.5', '500m'],
    ['5.', '5'],
    ['+2', '2'],
    ['-1.5Gi', '-1536Mi'],
    ['100u', '100u'],
    ['1n', '1n'],
    ['0.1n', '1n'],
    ['-0.1n', '-1n'],
    ['1.0000000001', '1000000001n'],
    ['100Ei', '9223372036854775807'],
    ['8Ei', '9223372036854775807'],
    [' 1Gi ', '1Gi'],
    [2, '2'],
    [0.25, '250m'],
    [1e21, '1e21'],
  ])('%j is %j', (text, canonical) => {
    expect(canonicalQuantity(text)).toBe(canonical);
  });

  test('is a fixed point with the same value, for any quantity', () => {
    fc.assert(
      fc.property(quantityText, (text) => {
        const canonical = canonicalQuantity(text);
        expect(canonicalQuantity(canonical)).toBe(canonical);
        expect(parseQuantity(canonical).nanos).toBe(parseQuantity(text).nanos);
        expect(canonical).toMatch(/^-?\d+([numkMGTPE]|[KMGTPE]i|e-?\d+)?$/);
      }),
    );
  });
});

describe('what is not a quantity', () => {
  test.each([
    '',
    '.',
    'm',
    'abc',
    '1K',
    '1kk',
    '1e',
    '1.2.3',
    '0x10',
    '1 Gi',
    '1,5',
    'NaN',
    'Infinity',
    '1e999999999',
    '--1',
    '1mi',
  ])('%j is refused by name', (text) => {
    expect(() => parseQuantity(text)).toThrow(QuantityError);
    expect(() => parseQuantity(text)).toThrow(`"${text}" is not a quantity`);
  });

  test('endless digits are refused before they are computed', () => {
    expect(() => parseQuantity('9'.repeat(1_000_000))).toThrow('longer than 128 characters');
  });

  test('a number that is none is refused', () => {
    expect(() => parseQuantity(Number.NaN)).toThrow(QuantityError);
  });
});

describe('arithmetic', () => {
  test('compares across formats', () => {
    expect(parseQuantity('1Ki').compare(parseQuantity('1024'))).toBe(0);
    expect(parseQuantity('1Gi').compare(parseQuantity('1G'))).toBe(1);
    expect(parseQuantity('999m').compare(parseQuantity('1'))).toBe(-1);
  });

  test('adding and subtracting are exact where floating point is not', () => {
    expect(formatQuantity(parseQuantity('0.1').plus(parseQuantity('0.2')))).toBe('300m');
    expect(formatQuantity(parseQuantity('1Gi').minus(parseQuantity('1')))).toBe('1073741823');
    fc.assert(
      fc.property(quantityText, quantityText, (a, b) => {
        const [left, right] = [parseQuantity(a), parseQuantity(b)];
        expect(left.plus(right).minus(right).compare(left)).toBe(0);
        expect(left.plus(right).compare(right.plus(left))).toBe(0);
      }),
    );
  });

  test('a sum keeps the format of what it was added to; zero takes the other', () => {
    expect(formatQuantity(Quantity.zero.plus(parseQuantity('1Gi')))).toBe('1Gi');
    expect(formatQuantity(parseQuantity('1Gi').plus(parseQuantity('1073741824')))).toBe('2Gi');
  });

  test('whole units and thousandths round away from zero', () => {
    expect(parseQuantity('1m').units()).toBe(1n);
    expect(parseQuantity('-1m').units()).toBe(-1n);
    expect(parseQuantity('2').units()).toBe(2n);
    expect(parseQuantity('1u').millis()).toBe(1n);
    expect(parseQuantity('1500m').toNumber()).toBe(1.5);
  });
});

const digits = fc.bigInt({ min: 0n, max: 10n ** 12n }).map(String);
const quantityText = fc
  .tuple(
    fc.constantFrom('', '-', '+'),
    digits,
    fc.oneof(fc.constant(''), fc.stringMatching(/^\.\d{0,12}$/)),
    fc.constantFrom(
      '',
      'n',
      'u',
      'm',
      'k',
      'M',
      'G',
      'T',
      'P',
      'E',
      'Ki',
      'Mi',
      'Gi',
      'Ti',
      'Pi',
      'Ei',
      'e3',
      'E-2',
      'e+1',
    ),
  )
  .map((parts) => parts.join(''));
