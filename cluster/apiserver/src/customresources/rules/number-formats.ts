const INT32_LIMIT = 2 ** 31;
const INT64_LIMIT = 2 ** 63;
const FLOAT_LIMIT = 3.402_823_466_385_288_6e38;

/** What numbers of a format must hold. */
export const NUMBER_FORMATS: ReadonlyMap<string, (value: number) => boolean> = new Map([
  ['int32', (value: number) => Number.isInteger(value) && value >= -INT32_LIMIT && value < INT32_LIMIT],
  ['int64', (value: number) => Number.isInteger(value) && value >= -INT64_LIMIT && value < INT64_LIMIT],
  ['float', (value: number) => Math.abs(value) <= FLOAT_LIMIT],
  ['double', () => true],
]);
