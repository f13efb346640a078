import { describe, expect, test } from 'vitest';
import { maskExcerpt } from './problem/syntax-fault.ts';
import { model } from './test-support/sample.ts';

function first(text: string, fileName?: string) {
  return model.parseText(text, fileName === undefined ? {} : { fileName }).problems[0];
}

describe('R-15: a text that is no YAML or JSON', () => {
  test.each([
    ['a tab', 'name: a\ncomponent:\n\t- name: b\n', 3, 'indented with a tab', '3 | →- name: b\n  | ^'],
    [
      'an open quote',
      'name: a\ncomponent:\n  - name: "b\n    type: x\n',
      3,
      'This " is never closed.',
      '  |           ^',
    ],
    ['an open single quote', "name: a\nalias: 'it''s\nicon: x\n", 2, "This ' is never closed.", '  |        ^'],
    [
      'a line out of place',
      'name: a\ncomponent:\n  - name: b\n   type: x\n',
      4,
      'not indented like the others',
      '4 |    type: x',
    ],
    ['a deeper line', 'name: a\n component: b\n', 2, 'below one that already has a value', '  |  ^'],
    ['a key given twice', 'name: a\nname: b\n', 2, 'The key "name" is given twice', '2 | name: b\n  | ^'],
    ['a colon in a value', 'name: a: b\n', 1, 'needs quotes', '  |       ^'],
    ['a key without colon', 'name a\ncomponent: b\n', 1, 'This line has no ":"', '1 | name a'],
    ['an open list', 'name: [a, b\ncomponent: b\n', 2, 'A "[" above is not closed', '2 | component: b'],
    ['an open object', '{"name": "a"', 1, 'A "{" above is not closed', '  |             ^'],
    [
      'the wrong bracket',
      '{"name": "a",\n "component": [}',
      2,
      'A "[" above is not closed, before this "}"',
      '  |                ^',
    ],
    ['a missing comma', '{"name": "a" "b": 1}', 1, 'A comma is missing before this.', '  |              ^'],
    ['a reserved character', 'name: @x\n', 1, 'cannot start with "@"', '  |       ^'],
    ['a wrong escape', 'name: "a\\q"\n', 1, '"\\q" is not an escape sequence', '1 | name: "a\\q"'],
    ['an unknown anchor', 'name: *.example.com\n', 1, 'refers to an anchor, which is not set', '  |       ^'],
  ])('R-15: %s is shown with its line, a caret and plain words', (_, text, line, message, excerpt) => {
    const problem = first(text);
    expect(problem).toMatchObject({ code: 'INVALID_DOCUMENT', severity: 'error', position: { line } });
    expect(problem?.message).toContain(message);
    expect(problem?.excerpt).toContain(excerpt);
    expect(problem?.fix).toBeDefined();
  });

  test('R-15: an excerpt without values keeps its shape, and no message repeats a value', () => {
    expect(maskExcerpt('12 | password: "hunter2" x\n   |                    ^')).toBe(
      '12 | password: "·······" ·\n   |                    ^',
    );
    expect(maskExcerpt('3 | hunter2\n  | ^')).toBe('3 | ·······\n  | ^');
    for (const text of [
      'a: *hunter2\n',
      'a: "b" hunter2\n',
      'hunter2\na: b\n',
      'a: @hunter2\n',
      'a: |\n b\nhunter2\n',
    ]) {
      const { problems } = model.parseText(text);
      expect(problems).not.toEqual([]);
      expect(problems.map(({ message, fix }) => `${message} ${fix}`).join()).not.toContain('hunter2');
    }
  });

  test('R-15: every key that is given twice is listed', () => {
    const { problems } = model.parseText('name: a\nname: b\nalias: c\nalias: d\n');
    expect(problems.map(({ position }) => position?.line)).toEqual([2, 4]);
  });
});

describe('R-15: a file of another tool', () => {
  const manifest = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\n';

  test.each([
    ['a manifest', manifest, 'a Kubernetes manifest (Deployment)', 'kubemin apply -f x.yaml'],
    [
      'several manifests',
      `${manifest}---\n${manifest}`,
      'a Kubernetes manifest (Deployment)',
      '"kubemin import x.yaml"',
    ],
    ['a Compose file', 'services: { web: { image: nginx } }\n', 'a Compose file', '"kubemin import x.yaml"'],
    [
      'a Score file',
      'apiVersion: score.dev/v1b1\nmetadata: { name: web }\n',
      'a Score file',
      '"kubemin import x.yaml"',
    ],
    ['Helm values', 'replicaCount: 1\nimage: { repository: nginx }\n', 'values of a Helm chart', 'helm template'],
    [
      'a Helm template',
      'kind: Service\nmetadata:\n  name: {{ .Release.Name }}\n',
      'a template of a Helm chart',
      'helm template',
    ],
  ])('R-15: %s is recognised, and the command to use is given', (_, text, message, fix) => {
    const problem = first(text, 'x.yaml');
    expect(problem?.code).toBe('FOREIGN_DOCUMENT');
    expect(problem?.message).toContain(message);
    expect(problem?.fix).toContain(fix);
  });

  test('R-15: the command works as typed for any file name', () => {
    expect(first(manifest, 'kubemin.yaml')?.fix).toContain('"kubemin import kubemin.yaml -f app.yaml"');
    expect(first(manifest, 'my app.yaml')?.fix).toContain(`"kubemin import 'my app.yaml'"`);
    expect(first(manifest)?.fix).toContain('"kubemin import FILE"');
  });

  test('R-15: an application document is never taken for one', () => {
    const text = 'apiVersion: v1\nkind: App\nname: shop\ncomponent: [{ name: web, type: webservice, image: a }]\n';
    expect(first(text)?.code).toBe('UNKNOWN_FIELD');
  });
});
