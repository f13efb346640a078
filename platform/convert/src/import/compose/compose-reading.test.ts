import { describe, expect, test } from 'vitest';
import { fixture } from '../../test-support/fixture.ts';
import { durationSeconds } from './duration.ts';
import { importCompose } from './import-compose.ts';
import { byteQuantity } from './resources.ts';
import { shellWords } from './service.ts';

function service(lines: string, options: Parameters<typeof importCompose>[1] = {}) {
  const text = `services:\n  web:\n    image: web:1\n${lines.replaceAll(/^/gm, '    ')}`;
  const { document, notCarried } = importCompose(text, options);
  return { component: document.component.find(({ name }) => name === 'web'), notCarried };
}

describe('variables', () => {
  test.each([
    ['$NAME', 'val'],
    ['a$' + '{NAME}b', 'avalb'],
    ['$' + '{UNSET:-other}', 'other'],
    ['$' + '{EMPTY:-other}', 'other'],
    ['$' + '{EMPTY-other}', ''],
    ['$' + '{UNSET:-$' + '{NAME}}', 'val'],
    ['$' + '{NAME:+set}', 'set'],
    ['$' + '{UNSET:+set}', ''],
    ['$$NAME', '$NAME'],
  ])('%s is replaced as Compose does', (written, expected) => {
    const { component } = service(`environment: { A: '${written}' }`, { variables: { NAME: 'val', EMPTY: '' } });
    expect(component?.properties?.env).toEqual({ A: expected });
  });

  test('one without value stays as written and is listed', () => {
    const { component, notCarried } = service('environment: { A: "$' + '{UNSET}" }');
    expect(component?.properties?.env).toEqual({ A: '$' + '{UNSET}' });
    expect(notCarried).toMatchObject([{ how: 'changed', path: 'services.web.environment.A' }]);
  });
});

test('files that are handed in fill env_file, configs and secrets', () => {
  const text = fixture('compose/monitoring.yaml');
  const files = {
    'grafana.env': '# admin\nexport GF_A=\'x y\'\nGF_B=1 # one\nGF_C="q"\n',
    './datasources.yaml': 'datasources: []\n',
    'secrets/grafana_admin.txt': 'geheim',
  };
  const { document } = importCompose(text, { files, name: 'Monitoring' });
  expect(document.name).toBe('monitoring');
  expect(document.component.find(({ name }) => name === 'datasources')?.properties?.conf).toEqual({
    datasources: 'datasources: []\n',
  });
  expect(document.component.find(({ type }) => type === 'secret')?.properties?.secret).toEqual({
    grafana_admin: 'geheim',
  });
  expect(document.component.find(({ name }) => name === 'grafana')?.properties?.env).toMatchObject({
    GF_A: 'x y',
    GF_B: '1',
    GF_C: 'q',
  });
});

test('the value of a secret is never in the list', () => {
  const text = 'services: {}\nsecrets: { key: { environment: KEY } }\n';
  expect(JSON.stringify(importCompose(text, { variables: { KEY: 'geheim' } }).notCarried)).not.toContain('geheim');
});

test('services that wait for each other in a circle lose one of the two edges, which is reported', () => {
  const text = 'services: { aa: { image: a, depends_on: [bb] }, bb: { image: b, links: [aa] } }';
  const { document, notCarried } = importCompose(text);
  expect(document.component.map(({ dependsOn }) => dependsOn)).toEqual([['bb'], undefined]);
  expect(notCarried.map(({ path }) => path)).toContain('services.bb.links[0]');
});

test('a service named by one letter gets a name the model takes', () => {
  expect(importCompose('services: { a: { image: x } }').document.component[0]?.name).toBe('a-app');
});

test.each([
  ['80', [80]],
  ['8000-8002:80-82', [80, 81, 82]],
  ['[::1]:8080:80', [80]],
  ['127.0.0.1::80', [80]],
  ['"0"', undefined],
  ['http', undefined],
])('port %s', (port, expected) => {
  expect(
    service(`ports: ["${port.replaceAll('"', '')}"]`).component?.properties?.ports?.map((entry) => entry.port),
  ).toEqual(expected);
});

test.each([
  ['a "b c" \'d e\' f\\ g', ['a', 'b c', 'd e', 'f g']],
  ['  ', []],
  ['x""y ""', ['xy', '']],
  ['echo "it\\"s"', ['echo', 'it"s']],
])('shell words of %s', (line, words) => {
  expect(shellWords(line)).toEqual(words);
});

test('times and sizes', () => {
  expect(['1m30s', '500ms', '2h', '10', 'soon'].map(durationSeconds)).toEqual([90, 0.5, 7200, 10, undefined]);
  expect(['512m', '1.5GB', '100', '2kib', '10 b', 'big'].map(byteQuantity)).toEqual([
    '512Mi',
    '1.5Gi',
    '100',
    '2Ki',
    '10',
    undefined,
  ]);
});
