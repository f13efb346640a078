import { describe, expect, test } from 'vitest';
import { model } from '../test-support/sample.ts';

function codes(text: string) {
  return model.parseText(text).problems.map((problem) => problem.code);
}

describe('text', () => {
  test('JSON may have comments and trailing commas, and strings keep their slashes', () => {
    const text = `// the shop
{
  "name": "shop", /* its
  name */
  "description": "see https://example.org // not a comment",
  "component": [
\t\t{ "name": "web", "type": "webservice", "image": "nginx", }, // last
  ],
}`;
    const { document, problems } = model.parseText(text);
    expect(problems).toEqual([]);
    expect(document?.description).toBe('see https://example.org // not a comment');
  });

  test('problems in JSON point at the line and column of the field as it was written', () => {
    const text = `{
  "name": "shop",
  "components": [ // one
    { "name": "web", "type": "webservice", "image": "nginx",
      "traits": { "storage": [ { "type": "ephemeral",
        "mount_path": "data" } ] } }
  ]
}`;
    expect(model.parseText(text).problems).toMatchObject([
      { path: 'component[0].traits.storage[0].mountPath', position: { line: 6, column: 9 } },
    ]);
  });

  test('problems in YAML point at the field, and missing fields at what should have them', () => {
    const text = ['name: shop', 'component:', '  - name: web', '    type: webservice', '    imagee: nginx'].join('\n');
    expect(model.parseText(text).problems).toMatchObject([
      { code: 'UNKNOWN_FIELD', position: { line: 5, column: 5 } },
      { code: 'MISSING_IMAGE', position: { line: 3, column: 5 } },
    ]);
  });

  test('YAML numbers keep the digits they were written with', () => {
    const text =
      'name: shop\nversion: 1.10\ncomponent: [{name: web, type: webservice, image: a, properties: {env: {V: 0x1F, W: 1e3}}}]';
    const { document } = model.parseText(text);
    expect(document?.version).toBe('1.10');
    expect(document?.component[0]?.properties).toMatchObject({ env: { V: '0x1F', W: '1e3' } });
  });

  test('what a merge key brings keeps the text it was written as', () => {
    const text = `
_common: &common { VERSION: 1.10, BUILD: 007, OWN: 1 }
_more: &more { <<: *common, SHA: 1e10 }
name: shop
component:
  - { name: web, type: webservice, image: nginx, properties: { env: { <<: [*more], OWN: 2.50 } } }
`;
    expect(model.parseText(text).document?.component[0]?.properties).toMatchObject({
      env: { VERSION: '1.10', BUILD: '007', SHA: '1e10', OWN: '2.50' },
    });
  });

  test('JSON without comments keeps numbers as written, refuses repeated keys, and still locates problems', () => {
    const component = (env: string) =>
      `{"name":"shop","component":[\n{"name":"web","type":"webservice","image":"nginx","properties":{"env":${env}}}]}`;
    const { document } = model.parseText(component('{"LONG":12345678901234567890,"EXACT":1.0,"TEXT":"a\\":"}'));
    expect(document?.component[0]?.properties).toMatchObject({
      env: { LONG: '12345678901234567890', EXACT: '1.0', TEXT: 'a":' },
    });
    expect(model.parseText(component('{"A":"1","A":"2"}')).problems).toMatchObject([
      { code: 'INVALID_DOCUMENT', position: { line: 2 } },
    ]);
    expect(model.parseText(component('{"A":"1","\\u0041":"2"}')).document).toBeUndefined();
    expect(model.parseText(component('{"1A":"1"}')).problems).toMatchObject([
      { code: 'INVALID_ENV_NAME', position: { line: 2, column: 72 } },
    ]);
  });

  test('a second document in the text is refused in words about applications', () => {
    const [problem] = model.parseText('name: one\n---\nname: two\n').problems;
    expect(problem).toMatchObject({ code: 'INVALID_DOCUMENT', position: { line: 2, column: 1 } });
    expect(problem?.message).toContain('one application');
  });

  test('YAML anchors and merge keys work', () => {
    const text = `
name: shop
component:
  - &base { name: web, type: webservice, image: nginx }
  - { <<: *base, name: api }
`;
    expect(model.parseText(text).document?.component.map(({ name }) => name)).toEqual(['web', 'api']);
  });

  test('an alias bomb is refused', () => {
    const levels = Array.from(
      { length: 12 },
      (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index}, `.repeat(9)}]`,
    );
    expect(codes(['a0: &a0 lol', ...levels].join('\n'))).toEqual(['ALIAS_BOMB']);
  });

  test('a text beyond the limit is refused before it is read', () => {
    expect(codes(`name: ${'x'.repeat(4 * 1024 * 1024)}`)).toEqual(['DOCUMENT_TOO_LARGE']);
  });

  test('a text nested beyond reason is refused', () => {
    expect(codes('['.repeat(200_000))).toContain('INVALID_DOCUMENT');
  });

  test('a syntax error has its place', () => {
    const { problems } = model.parseText('{"name": "shop",\n "component": [}');
    expect(problems[0]).toMatchObject({ code: 'INVALID_DOCUMENT', path: '', severity: 'error', position: { line: 2 } });
  });

  test('a key given twice is refused', () => {
    expect(codes('{"name": "shop", "name": "shop2"}')).toEqual(['INVALID_DOCUMENT']);
  });
});
