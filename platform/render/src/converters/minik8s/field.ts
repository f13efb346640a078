import type { Part } from '../source/part.ts';

/** The entry of a map under one of several names in any capitals, as Minik8s itself matches them. */
export function fieldOf(part: Part, ...names: readonly string[]): Part {
  const wanted = names.map((name) => name.toLowerCase());
  const found = part.entries.find(([key]) => wanted.includes(key.toLowerCase()));
  return found?.[1] ?? part.at(names[0] ?? '');
}

/** Goes down several fields. */
export function fieldAt(part: Part, ...names: readonly string[]): Part {
  return names.reduce((at, name) => fieldOf(at, name), part);
}
