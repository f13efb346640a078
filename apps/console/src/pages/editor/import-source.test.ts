import { goldenDocuments, goldenExamples, goldenText } from '@kubemin/testing/golden';
import { expect, test } from 'vitest';
import { createEditorModel } from './editor-model.ts';
import { readImport } from './import-source.ts';

const { model } = createEditorModel([]);

test('a document is imported as it stands, with fields that the model does not know', () => {
  const document = { name: 'shop', 'x-team': 'a', component: [{ name: 'web', type: 'webservice', image: 'web:1' }] };
  expect(readImport(JSON.stringify(document), model)).toMatchObject({
    kind: 'document',
    format: undefined,
    document,
    renamed: [],
    problems: [{ code: 'UNKNOWN_FIELD', severity: 'warning' }],
  });
});

const PRINTED = [
  ...goldenExamples.map((example) => ({ name: example.name, text: goldenText(example) })),
  ...goldenDocuments.map(({ name, document }) => ({ name, text: document })),
];

test.each(PRINTED)('what the manual prints is imported with all that it states: $name', ({ text }) => {
  const read = readImport(text, model);
  if (read.kind !== 'document') throw new Error(JSON.stringify(read));
  expect(read.format).toBeUndefined();
  expect(model.parse(read.document).document).toEqual(model.parseText(text).document);
  // In another spelling it is rewritten, and nothing is left of that spelling.
  expect(readImport(JSON.stringify(read.document), model)).toMatchObject({ document: read.document, renamed: [] });
});

test('a compose file is converted, and what it loses is listed', () => {
  const read = readImport('services:\n  web:\n    image: nginx:1.27\n    build: .\n    ports: ["8080:80"]\n', model, {
    name: 'shop',
  });
  expect(read).toMatchObject({
    kind: 'document',
    format: 'compose',
    document: { name: 'shop', component: [{ name: 'web', image: 'nginx:1.27' }] },
  });
  expect(read.kind === 'document' && read.notCarried.map(({ path }) => path)).toContain('services.web.build');
});

test('a manifest is converted', () => {
  const text = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: "nginx:1.27" }] }
`;
  expect(readImport(text, model, { name: 'shop' })).toMatchObject({ kind: 'document', format: 'manifests' });
});

test('a malformed text is reported with its line', () => {
  expect(readImport('name: shop\ncomponent:\n  - name: "web\n', model)).toMatchObject({
    kind: 'unreadable',
    problems: [{ code: 'INVALID_DOCUMENT', position: { line: expect.any(Number) } }],
  });
  expect(readImport('just words', model)).toMatchObject({ kind: 'unreadable' });
  expect(readImport('  \n', model)).toEqual({ kind: 'empty' });
});

test('a document with errors is imported all the same: they are fixed on the canvas', () => {
  expect(readImport('name: shop\ncomponent:\n  - name: web\n    type: webservice\n', model)).toMatchObject({
    kind: 'document',
    document: { component: [{ name: 'web' }] },
    problems: [{ code: 'MISSING_IMAGE', severity: 'error', position: { line: 3 } }],
  });
});

test('a sealed bundle is recognised', () => {
  const bundle = {
    kind: 'KubeMinBundle',
    version: 1,
    salt: 'AA==',
    nonce: 'AA==',
    data: 'AA==',
    checksum: '0'.repeat(64),
  };
  expect(readImport(JSON.stringify(bundle), model)).toEqual({ kind: 'bundle', bundle });
});

test('JSON with comments is imported with all of its fields', () => {
  const text = `{ // of the shop
    "name": "shop",
    "component": [{
      "name": "web", // reached as http://web
      "type": "webservice", "image": "web:1",
      "traits": { "storage": [{ "type": "persistent", // kept
        "name": "data", "mountPath": "/data", /* in Gi */ "size": "5Gi" }] }
    }]
  }`;
  const storage = [{ type: 'persistent', name: 'data', mountPath: '/data', size: '5Gi' }];
  expect(readImport(text, model)).toMatchObject({
    kind: 'document',
    renamed: [],
    problems: [],
    document: { name: 'shop', component: [{ name: 'web', image: 'web:1', traits: { storage } }] },
  });
});
