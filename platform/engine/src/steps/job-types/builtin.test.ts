import { readdirSync, readFileSync } from 'node:fs';
import {
  builtinRegistry,
  builtinStepDeclarations,
  createModel,
  extendRegistry,
  stepTypeDeclarations,
} from '@kubemin/model';
import { builtinRenderRegistry, createRenderer, resolveTemplates } from '@kubemin/render';
import { expect, test } from 'vitest';
import { JobTypeRegistry } from '../../plan/job-type-registry.ts';
import { planWorkflow } from '../../plan/planner.ts';
import { StepTypeRegistry } from '../../plan/step-type-registry.ts';
import { allJobs } from '../../task/plan.ts';
import { builtinStepTypes } from '../step-types/builtin.ts';
import { builtinJobTypes } from './builtin.ts';

const EXAMPLES = new URL('../../../../../examples/', import.meta.url);
const model = createModel(extendRegistry(builtinRegistry, stepTypeDeclarations(builtinStepDeclarations)));
const examples = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
  // Functions are objects of the cluster, not applications.
  .filter((file) => /\.(json|ya?ml)$/.test(file) && !file.startsWith('functions'))
  .map((file) => [file, model.parseText(readFileSync(new URL(file, EXAMPLES), 'utf8')).document] as const);

test.each(examples)('every object of examples/%s has a job that delivers it', (file, written) => {
  const templates = examples.map(([, document]) => document);
  const whole = written && resolveTemplates(written, (id) => templates.find((each) => each?.name === id)).document;
  const { document } = model.parse(whole);
  if (document === undefined) throw new Error(`${file} is not valid`);
  const rendered = createRenderer(builtinRenderRegistry).render(document, { appId: 'abc' });
  const plan = planWorkflow({
    document,
    rendered,
    jobTypes: new JobTypeRegistry(builtinJobTypes),
    stepTypes: new StepTypeRegistry(builtinStepTypes),
  });
  expect(allJobs(plan).filter(({ kind }) => kind === 'object')).toHaveLength(rendered.length);
});
