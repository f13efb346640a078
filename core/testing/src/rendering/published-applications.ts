import { readdirSync, readFileSync } from 'node:fs';
import type { AnyDocument } from '@kubemin/model';
import { resolveTemplates } from '@kubemin/render';
import { parseSample } from './sample.ts';

const EXAMPLES = new URL('../../../../examples/', import.meta.url);

/** An application under `examples/`, by its path there. */
export interface PublishedApplication {
  readonly file: string;
  readonly text: string;
  /** With the components of the templates it names, which are among the others. */
  readonly document: AnyDocument;
}

/** Every application under `examples/`, however deep. */
export function publishedApplications(): readonly PublishedApplication[] {
  const published = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(json|ya?ml)$/.test(file))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(new URL(file, EXAMPLES), 'utf8') }));
  const written = published.map(({ text }) => parseSample(text));
  return published.map(({ file, text }, index) => {
    const { document, problems } = resolveTemplates(parseSample(written[index]), (id) =>
      written.find(({ name }) => name === id),
    );
    if (document === undefined) throw new Error(`${file}: ${JSON.stringify(problems)}`);
    return { file, text, document };
  });
}
