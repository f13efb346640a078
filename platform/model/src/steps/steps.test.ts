import { createTranslator, decodeMessage } from '@kubemin/base/message';
import { expect, test } from 'vitest';
import { createModel } from '../document/model.ts';
import { modelCatalogues } from '../messages/index.ts';
import { defaultQuestion } from '../messages/step.ts';
import { withComponent } from '../test-support/sample.ts';
import { builtinRegistry } from '../types/builtin.ts';
import { extendRegistry } from '../types/registry.ts';
import { builtinStepDeclarations } from './builtin.ts';
import { stepTypeDeclarations } from './declared-step-type.ts';

const model = createModel(extendRegistry(builtinRegistry, stepTypeDeclarations(builtinStepDeclarations)));
const CHINESE = /[\u4e00-\u9fff]/;
const deploy = { name: 'go', components: ['web'] };

function parse(type: string, properties: object) {
  return model.parse({ ...withComponent({}), workflow: [deploy, { name: 'step', type, properties }] });
}

test('steps get the defaults of their type', () => {
  expect(parse('approval', {}).document?.workflow[1]?.properties).toEqual({ message: defaultQuestion.en });
  expect(parse('script', { image: 'alpine:3', egress: 'application' }).document?.workflow[1]?.properties).toEqual({
    image: 'alpine:3',
    env: {},
    egress: [{ to: 'application' }],
    waitFor: '10m',
    onUnschedulable: 'wait',
  });
});

test.each([
  ['http', { url: 'ftp://x' }, 'properties.url', 'This is not an http or https address.'],
  ['notify', { url: 'https://me:pw@x' }, 'properties.url', 'This is not an http or https address.'],
  ['script', { image: 'a', egress: 'moon' }, 'properties.egress[0].to', 'Unknown egress target "moon".'],
  [
    'http-batch',
    { url: 'https://x.org', text: 'x'.repeat(200_000), chunkSize: 50_000, chunkOverlap: 49_999 },
    'properties.chunkOverlap',
    'The chunks would have more than 10000000 characters together.',
  ],
  [
    'task',
    { image: 'a', script: 'x', command: ['y'] },
    'properties.command',
    'A step has a script or a command, not both.',
  ],
])('a wrong property of %s is reported in both languages: %j', (type, properties, path, message) => {
  const { problems } = parse(type, properties);
  expect(problems).toMatchObject([{ code: 'INVALID_VALUE', path: `workflow[1].${path}`, message }]);
  const { texts, fix } = problems[0] ?? {};
  expect(toChinese(texts?.message, message)).toMatch(CHINESE);
  expect(toChinese(texts?.fix, fix)).toMatch(CHINESE);
});

const SSH = { host: 'build.example.org', user: 'deploy', command: 'true', identity: { name: 'key' } };
test.each([
  ['ssh', { ...SSH, host: '-oProxyCommand=x' }, 'INVALID_HOST properties.host'],
  ['ssh', { ...SSH, host: 'me@build' }, 'INVALID_HOST properties.host'],
  ['ssh', { ...SSH, user: '-l' }, 'INVALID_VALUE properties.user'],
  ['ssh', { ...SSH, hostKeys: ['* cert-authority'] }, 'INVALID_VALUE properties.hostKeys[0]'],
  ['ssh', { ...SSH, identity: undefined }, 'MISSING_REQUIRED_FIELD properties.identity'],
  ['http-batch', { url: 'https://x.org', items: [1], text: 'a' }, 'INVALID_VALUE properties.text'],
  [
    'http-batch',
    { url: 'https://x.org', text: 'a', chunkSize: 5, overlap: 5 },
    'INVALID_VALUE properties.chunkOverlap',
  ],
  ['http-batch', { url: 'https://x.org', items: [1], concurrency: 99 }, 'INVALID_VALUE properties.concurrency'],
])('%s refuses %j', (type, properties, expected) => {
  const { problems } = parse(type, properties);
  expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual([expected.replace(' ', ' workflow[1].')]);
  expect(problems[0]?.fix).toBeDefined();
});

test.each([
  [{ count: 1, percent: 5 }, 'INVALID_VALUE properties.percent'],
  [{ action: 'cpu', duration: '2h' }, 'INVALID_DURATION properties.duration'],
  [{ action: 'cpu', cpu: '0' }, 'INVALID_VALUE properties.cpu'],
  [{ action: 'network' }, 'INVALID_VALUE properties.action'],
  [{ action: 'cpu', count: 2 }, 'INVALID_VALUE properties.count'],
  [{ action: 'memory', percent: 50 }, 'INVALID_VALUE properties.percent'],
])('chaos refuses %j, and components that the document does not have', (properties, expected) => {
  const step = { name: 'storm', type: 'chaos', components: ['web'], properties };
  const { problems } = model.parse({ ...withComponent({}), workflow: [deploy, step] });
  expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual([expected.replace(' ', ' workflow[1].')]);
  const foreign = { ...step, properties: {}, components: ['other'] };
  expect(model.parse({ ...withComponent({}), workflow: [deploy, foreign] }).problems).toMatchObject([
    { code: 'COMPONENT_NOT_FOUND', path: 'workflow[1].components[0]' },
  ]);
});

test.each(['cpu', 'memory'])('chaos with %s acts on one component only', (action) => {
  const component = ['web', 'other'].map((name) => ({ name, type: 'webservice', image: 'nginx:1.27' }));
  const step = { name: 'storm', type: 'chaos', components: ['web', 'other'], properties: { action } };
  const everything = { name: 'go', components: ['web', 'other'] };
  expect(model.parse({ name: 'shop', component, workflow: [everything, step] }).problems).toMatchObject([
    { code: 'INVALID_VALUE', path: 'workflow[1].properties.action' },
  ]);
});

function toChinese(encoded: unknown, text = ''): string {
  const message = decodeMessage(encoded, text);
  return message === undefined ? text : createTranslator('zh', modelCatalogues)(message);
}
