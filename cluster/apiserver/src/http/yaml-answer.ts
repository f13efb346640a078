import { yamlItem, yamlText } from './yaml-text.ts';

/** Items that are written at a stretch; then others have their turn. */
const STRETCH = 100;

/** An answer in YAML. It is written anew each time, unlike JSON: a long list must not keep everybody waiting. */
export async function yamlBytes(value: unknown): Promise<Buffer> {
  if (!isList(value) || value.items.length === 0) return Buffer.from(yamlText(value));
  const { items, ...rest } = value;
  const keys = Object.entries(rest);
  const pieces = [fields(keys.filter(([key]) => key < 'items')), 'items:\n'];
  for (const [index, item] of items.entries()) {
    if (index % STRETCH === STRETCH - 1) await new Promise((resolve) => setImmediate(resolve));
    pieces.push(yamlItem(item));
  }
  pieces.push(fields(keys.filter(([key]) => key > 'items')));
  return Buffer.from(pieces.join(''));
}

function fields(entries: readonly (readonly [string, unknown])[]): string {
  return entries.length === 0 ? '' : yamlText(Object.fromEntries(entries));
}

function isList(value: unknown): value is { readonly items: readonly unknown[] } {
  return typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items);
}
