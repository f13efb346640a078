import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The comments of the contract's source about a shape and its fields. */
export interface ShapeWords {
  readonly about: string;
  readonly fields: Readonly<Record<string, string>>;
}

const CONTRACT = join(import.meta.dirname, '../../platform/client/src');

/** The comments on the schemas of the contract, by the name of the shape. */
export function contractWords(): ReadonlyMap<string, ShapeWords> {
  const files = readdirSync(CONTRACT).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  return new Map(files.flatMap((name) => wordsIn(readFileSync(join(CONTRACT, name), 'utf8'))));
}

function wordsIn(source: string): readonly (readonly [string, ShapeWords])[] {
  const blocks = source.split(/^(?=\/\*\*|export |const |function |interface )/m);
  return blocks.flatMap((block, index) => {
    const name = /^export const (\w+)Schema\b/.exec(block)?.[1];
    if (name === undefined) return [];
    const before = blocks[index - 1] ?? '';
    const fields = [...block.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(\w+):/g)].map(
      ([, words = '', field = '']) => [field, plain(words)] as const,
    );
    const about = before.startsWith('/**') ? plain(before.replace(/^\/\*\*|\*\/\s*$/g, '')) : '';
    return [
      [`${name.charAt(0).toUpperCase()}${name.slice(1)}`, { about, fields: Object.fromEntries(fields) }] as const,
    ];
  });
}

function plain(comment: string): string {
  return comment
    .replace(/^\s*\* ?/gm, '')
    .replace(/@\w+[\s\S]*$/, '')
    .replace(/\s+/g, ' ')
    .trim();
}
