import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createModel } from './document/model.ts';
import { durationMs } from './field/duration.ts';
import { field } from './field/field.ts';
import { withComponent } from './test-support/sample.ts';
import { builtinRegistry } from './types/builtin.ts';
import { defineJobType } from './types/job-type.ts';
import { extendRegistry } from './types/registry.ts';

// What an engine registers beside the code that runs these steps.
const webhook = defineJobType({
  summary: 'Calls a URL.',
  schema: z.object({ url: field(z.string().min(1), { aliases: ['endpoint'] }), method: z.string().default('POST') }),
  components: 'none',
  outputs: ['status'],
  check: ({ url }, { report }) => {
    if (!url.startsWith('http')) report({ path: ['url'], code: 'ACME_BAD_URL', message: 'Not a URL.' });
  },
});
const build = defineJobType({ summary: 'Builds an image.', schema: z.object({}), components: 'optional' });
const model = createModel(extendRegistry(builtinRegistry, { jobTypes: { webhook, build_image: build } }));

function parse(workflow: readonly object[]) {
  const { document, problems } = model.parse({ ...withComponent({}), workflow });
  return {
    steps: document?.workflow,
    found: problems.map(({ severity, code, path }) => `${severity} ${code} ${path}`),
  };
}

const web = { name: 'go', components: ['web'] };

describe('steps of registered job types', () => {
  test('take the parameters of their type in any spelling, with its defaults', () => {
    const { steps, found } = parse([
      { name: 'call', type: 'WebHook', properties: { end_point: 'http://x' } },
      { ...web, jobType: 'Deploy' },
    ]);
    expect(found).toEqual([]);
    expect(steps?.[0]).toEqual({
      name: 'call',
      mode: 'StepByStep',
      jobType: 'webhook',
      components: [],
      properties: { url: 'http://x', method: 'POST' },
    });
    expect(steps?.[1]).toMatchObject({ jobType: 'deploy', components: ['web'] });
  });

  test('are checked by their own rules, also inside a step', () => {
    const subSteps = [
      { name: 'call', type: 'webhook', properties: { url: 'ftp://x' } },
      { name: 'again', type: 'webhook' },
      { name: 'third', type: 'webhook', components: ['web'], properties: { url: 'http://x', urll: '' } },
    ];
    expect(parse([{ name: 'all', mode: 'DAG', subSteps }, web]).found).toEqual([
      'error ACME_BAD_URL workflow[0].subSteps[0].properties.url',
      'error MISSING_REQUIRED_FIELD workflow[0].subSteps[1].properties.url',
      'warning UNKNOWN_FIELD workflow[0].subSteps[2].properties.urll',
      'warning FIELD_IGNORED workflow[0].subSteps[2].components',
    ]);
  });

  test('an unknown type is an error that names the nearest one', () => {
    const { problems } = model.parse({ ...withComponent({}), workflow: [{ ...web, type: 'buildimgae' }] });
    expect(problems).toMatchObject([{ code: 'UNKNOWN_JOB_TYPE', path: 'workflow[0].jobType', severity: 'error' }]);
    expect(problems[0]?.message).toContain('Did you mean "build_image"?');
  });

  test('with no type registered every word is taken, and its parameters are kept', () => {
    const open = createModel({ ...builtinRegistry, jobTypes: {} });
    const { document, problems } = open.parse({
      ...withComponent({}),
      workflow: [{ ...web, type: 'ai-eval', properties: { Data_Set: 'x', policies: ['web'] } }],
    });
    expect(problems).toEqual([]);
    expect(document?.workflow[0]).toMatchObject({ jobType: 'ai-eval', properties: { Data_Set: 'x' } });
  });
});

describe('settings of a step for its run', () => {
  test('is kept in one form', () => {
    const { steps, found } = parse([
      { ...web, if: ' always ', time_out: 90, retry: 3, onFailure: 'RollBack' },
      {
        name: 'call',
        type: 'webhook',
        properties: { url: 'http://x' },
        retry: { times: '2', interval: '5S', factor: 1 },
      },
    ]);
    expect(found).toEqual([]);
    expect(steps?.[0]).toMatchObject({
      if: 'always',
      timeout: '90s',
      retry: { limit: 3, backoff: '1s', factor: 2, maxBackoff: '5m' },
      onFailure: 'rollback',
    });
    expect(steps?.[1]?.retry).toEqual({ limit: 2, backoff: '5s', factor: 1, maxBackoff: '5m' });
    expect(model.parse({ ...withComponent({}), workflow: steps }).document?.workflow).toEqual(steps);
  });

  test('is refused where it cannot mean anything', () => {
    const step = { ...web, if: 'steps ==', timeout: 'soon', retry: { limit: -1 }, onFailure: 'explode' };
    expect(parse([step]).found).toEqual([
      'error INVALID_CONDITION workflow[0].if',
      'error INVALID_DURATION workflow[0].timeout',
      'error INVALID_VALUE workflow[0].retry.limit',
      'error INVALID_VALUE workflow[0].onFailure',
    ]);
  });

  test.each([
    ['1h30m', 5_400_000],
    ['1.5s', 1500],
    ['250ms', 250],
    ['2d', 172_800_000],
  ])('%s lasts %i ms', (text, expected) => {
    expect(durationMs(text)).toBe(expected);
  });
});

describe('values that steps pass on', () => {
  const call = { name: 'call', type: 'webhook', properties: { url: 'http://x' } };

  test('an input may bring a required parameter at run time', () => {
    const inputs = [{ name: 'url', from: 'steps.GO.outputs.address' }];
    const { found, steps } = parse([
      { ...web, outputs: [{ name: 'address', valueFrom: 'service.url' }] },
      { name: 'call', type: 'webhook', inputs, if: 'inputs.url != ""' },
    ]);
    expect(found).toEqual([]);
    expect(steps?.[0]?.outputs).toEqual([{ name: 'address', from: 'service.url' }]);
    expect(steps?.[1]?.inputs).toEqual([{ name: 'url', from: 'steps.go.outputs.address' }]);
  });

  test('only what an earlier step leaves can be asked for', () => {
    const ask = (name: string, from: string) => ({ ...call, name, inputs: [{ name: 'method', from }] });
    expect(
      parse([
        ask('first', 'steps.go.outputs.x'),
        web,
        ask('second', 'steps.go.outputs.x'),
        ask('third', 'steps.first.outputs.status'),
        { ...call, name: 'fourth', if: 'steps.fifth.status == "failed"' },
        { ...call, name: 'fifth', if: 'steps.go.state || inputs.x || prod' },
        { ...call, name: 'sixth', inputs: [{ name: 'url', from: 'go.x' }] },
      ]).found,
    ).toEqual([
      'error INVALID_VALUE workflow[6].inputs[0].from',
      'error STEP_NOT_FOUND workflow[0].inputs[0].from',
      'error STEP_OUTPUT_NOT_FOUND workflow[2].inputs[0].from',
      'error STEP_NOT_FOUND workflow[4].if',
      'error STEP_OUTPUT_NOT_FOUND workflow[5].if',
      'error INVALID_CONDITION workflow[5].if',
      'error INVALID_CONDITION workflow[5].if',
    ]);
  });

  test('sub steps that run together cannot wait for each other', () => {
    const subSteps = [call, { ...call, name: 'next', if: 'steps.call.status == "succeeded"' }];
    expect(parse([web, { name: 'all', subSteps }]).found).toEqual([]);
    expect(parse([web, { name: 'all', mode: 'DAG', subSteps }]).found).toEqual([
      'error STEP_NOT_FOUND workflow[1].subSteps[1].if',
    ]);
  });

  test('names are given once', () => {
    const outputs = [{ name: 'a' }, { name: 'a' }];
    expect(parse([{ ...web, outputs }]).found).toEqual(['error DUPLICATE_STEP_VALUE workflow[0].outputs[1].name']);
  });
});
