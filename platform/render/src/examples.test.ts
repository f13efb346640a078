import { readFileSync } from 'node:fs';
import { model, parseSample, publishedApplications, renderer } from '@kubemin/testing/rendering';
import { describe, expect, test } from 'vitest';

const read = (file: string) => readFileSync(new URL(`../../../examples/${file}`, import.meta.url), 'utf8');
const published = publishedApplications();
const files = published.map(({ file }) => file);

describe('examples/', () => {
  test('are many, and the table of their README lists each of them', () => {
    const listed = [...read('README.md').matchAll(/^\| `([\w./-]+\.(?:ya?ml|json))`/gm)].map(([, file]) => file);
    expect(listed.toSorted()).toEqual(files);
    expect(files.length).toBeGreaterThanOrEqual(15);
  });

  test.each(published.map((each) => [each.file, each] as const))('%s has no problem at all', (_file, each) => {
    expect(model.parseText(each.text).problems).toEqual([]);
    expect(model.parse(each.document).problems).toEqual([]);
  });

  test('can all be deployed side by side: none wants an object of another, but for those that are shared', () => {
    const keys = published.flatMap((each) => {
      const document = parseSample(each.document);
      const mine = renderer
        .render(document, { appId: document.name })
        .filter(({ onExisting, share }) => onExisting !== 'yield' && share === undefined);
      return mine.map(({ object }) => `${object.kind}/${object.metadata.name}`);
    });
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  test('demo.json renders to exactly these objects', async () => {
    const componentIds = { 'demo-config': 1, 'demo-secret': 2, store: 3, api: 4, web: 5 };
    const objects = renderer.render(parseSample(read('demo.json')), {
      appId: 'demo0000000000000000demo',
      componentIds,
    });
    await expect(`${JSON.stringify(objects, undefined, 2)}\n`).toMatchFileSnapshot(
      './test-support/golden/data/demo.json',
    );
  });

  test.each(['stock', 'billing', 'reports'])(
    'multi-mysql/%s.yaml gets exactly these components of the template',
    async (app) => {
      const document = published.find(({ file }) => file === `multi-mysql/${app}.yaml`)?.document;
      if (document === undefined) throw new Error(`no multi-mysql/${app}.yaml`);
      await expect(model.printDocument(document)).toMatchFileSnapshot(
        `./test-support/golden/data/multi-mysql/${app}.yaml`,
      );
    },
  );
});
