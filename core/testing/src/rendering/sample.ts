import { readdirSync, readFileSync } from 'node:fs';
import type { KubeObject } from '@kubemin/kubeapi';
import type { AnyDocument, AppDocument } from '@kubemin/model';
import { builtinRenderRegistry, createRenderer, type RenderedObject, resolveTemplates } from '@kubemin/render';
import { platformModel } from '@kubemin/testing/model';

export const model = platformModel;
export const renderer = createRenderer(builtinRenderRegistry);

export const APP_ID = 'k3v9q0w2e8r7t6y5u4i3o2p1';

/** A document that must be valid. */
export function parseSample(input: unknown): AppDocument {
  const { document, problems } = typeof input === 'string' ? model.parseText(input) : model.parse(input);
  if (document === undefined) throw new Error(`sample document: ${JSON.stringify(problems)}`);
  return document;
}

export function render(input: unknown): readonly RenderedObject[] {
  return renderer.render(parseSample(input), { appId: APP_ID });
}

/** The only object of a kind (and name, where there may be several). */
export function findObject(objects: readonly RenderedObject[], kind: string, name?: string): KubeObject {
  const found = objects.filter(
    ({ object }) => object.kind === kind && (name === undefined || object.metadata.name === name),
  );
  if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} objects of kind ${kind}`);
  return found[0].object;
}

export function webservice(changes: object = {}): object {
  return { name: 'web', type: 'webservice', image: 'nginx:1.27', ...changes };
}

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
    // Functions and their workflows are no applications.
    .filter((file) => /\.(json|ya?ml)$/.test(file) && !file.startsWith('functions/'))
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
