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

function toChinese(encoded: unknown, text = ''): string {
  const message = decodeMessage(encoded, text);
  return message === undefined ? text : createTranslator('zh', modelCatalogues)(message);
}
