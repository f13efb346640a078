import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');
const styles = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.css') && !file.endsWith('tokens.css'),
);
const components = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));

const COLOUR = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|color)\(/i;
/** Properties whose sizes are steps of the design: type, space and corners. */
const DESIGNED =
  /^(?:font(?:-size)?|line-height|padding|margin|gap|border-radius|letter-spacing)\b|^(?:row|column)-gap|^(?:padding|margin)-/;

/** Declarations of a style sheet with their line numbers. */
function declarations(
  file: string,
): readonly { readonly place: string; readonly property: string; readonly value: string }[] {
  const lines = readFileSync(join(source, file), 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .split('\n');
  return lines.flatMap((line, number) => {
    const [, property, value] = /^\s*([\w-]+):\s*(.+?);?$/.exec(line) ?? [];
    return property === undefined || value === undefined ? [] : [{ place: `${file}:${number + 1}`, property, value }];
  });
}

test('styles take colours from the design tokens', () => {
  const raw = styles.flatMap(declarations).filter(({ value }) => COLOUR.test(value));
  expect(raw.map(({ place, value }) => `${place} ${value}`)).toEqual([]);
});

test('styles take type, space and corners from the design tokens', () => {
  const raw = styles
    .flatMap(declarations)
    .filter(({ property, value }) => DESIGNED.test(property) && /(?<![\w-])(?:[3-9]|\d{2,})(?:\.\d+)?px/.test(value));
  // Heights that equal the line of a chip or a badge.
  const allowed = raw.filter(({ property, value }) => !(property === 'line-height' && value === '18px'));
  expect(allowed.map(({ place, property, value }) => `${place} ${property}: ${value}`)).toEqual([]);
});

test('components have no colours of their own', () => {
  const raw = components.filter((file) =>
    /['"`]#[0-9a-f]{3,8}['"`]|\brgba?\(/i.test(readFileSync(join(source, file), 'utf8')),
  );
  expect(raw).toEqual([]);
});
