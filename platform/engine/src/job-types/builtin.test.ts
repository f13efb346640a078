import { readdirSync, readFileSync } from 'node:fs';
import { builtinRegistry, createModel } from '@kubemin/model';
import { builtinRenderRegistry, createRenderer } from '@kubemin/render';
import { expect, test } from 'vitest';
import { JobTypeRegistry } from '../job-type-registry.ts';
import { jobsOf } from '../plan/plan.ts';
import { planWorkflow } from '../plan/planner.ts';
import { StepTypeRegistry } from '../step-type-registry.ts';
import { builtinJobTypes } from './builtin.ts';

const EXAMPLES = new URL('../../../../examples/', import.meta.url);
const files = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.(json|ya?ml)$/.test(file),
);

test.each(files)('every object of examples/%s has a job that delivers it', (file) => {
  const { document } = createModel(builtinRegistry).parseText(readFileSync(new URL(file, EXAMPLES), 'utf8'));
  if (document === undefined) throw new Error(`${file} is not valid`);
  const rendered = createRenderer(builtinRenderRegistry).render(document, { appId: 'abc' });
  const plan = planWorkflow({
    document,
    rendered,
    jobTypes: new JobTypeRegistry(builtinJobTypes),
    stepTypes: new StepTypeRegistry([]),
  });
  expect(jobsOf(plan)).toHaveLength(rendered.length);
});
