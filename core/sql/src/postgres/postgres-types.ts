import type { CustomTypesConfig } from 'pg';
import { numberFromText } from '../server/number-text.ts';

const BOOL = 16;
const BYTEA = 17;
const NUMBERS: ReadonlySet<number> = new Set([20, 21, 23, 26, 700, 701, 1700]);

/** Numbers as numbers, booleans as 0 and 1, bytes as bytes; everything else, dates and JSON too, as the text it is. */
export const postgresTypes: CustomTypesConfig = {
  getTypeParser: (oid: number) => {
    if (NUMBERS.has(oid)) return numberFromText;
    if (oid === BOOL) return (text: string) => (text === 't' ? 1 : 0);
    if (oid === BYTEA) return (text: string) => new Uint8Array(Buffer.from(text.slice(2), 'hex'));
    return (text: string) => text;
  },
};
