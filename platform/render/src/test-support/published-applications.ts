import { readdirSync, readFileSync } from 'node:fs';

const EXAMPLES = new URL('../../../../examples/', import.meta.url);

/** An application under `examples/`, by its path there. */
export interface PublishedApplication {
  readonly file: string;
  readonly text: string;
}

/** Every application under `examples/`, however deep. */
export function publishedApplications(): readonly PublishedApplication[] {
  return readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(json|ya?ml)$/.test(file))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(new URL(file, EXAMPLES), 'utf8') }));
}
