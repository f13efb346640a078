import { readdirSync } from 'node:fs';
import type { GoldenExample } from './golden/example.ts';

const GOLDEN = new URL('golden/', import.meta.url);

/** Every example in `golden/`, found by its shape: a new file there needs no mention anywhere. */
export async function goldenExamples(): Promise<readonly GoldenExample[]> {
  const files = readdirSync(GOLDEN).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const modules: readonly object[] = await Promise.all(files.map((file) => import(new URL(file, GOLDEN).href)));
  return modules.flatMap((module) => Object.values(module).flat().filter(isExample));
}

function isExample(value: unknown): value is GoldenExample {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'traits' in value &&
    typeof value.traits === 'string'
  );
}
