import type { JsonObject } from '@kubemin/kubeapi';
import * as z from 'zod';
import { defineStepType } from '../define-step-type.ts';
import type { AnyStepType, StepContext } from '../step-type.ts';

/** What a test lets one step of the type `probe` do; what it answers can be picked as outputs. */
export type ProbeScript = (context: StepContext<{ readonly text: string }>) => Promise<JsonObject | undefined>;

/** A step type that does what scripts say, by the name of the step. */
export function probeType(scripts: Readonly<Record<string, ProbeScript>>): AnyStepType {
  return defineStepType({
    name: 'probe',
    declaration: {
      summary: 'Does what a test says.',
      schema: z.object({ text: z.string().default('') }),
      components: 'optional',
      outputs: ['said'],
    },
    priority: 20,
    retries: 'transient',
    isolation: 'engine',
    run: async (context) => ({ message: 'probed', values: (await scripts[context.step]?.(context)) ?? {} }),
  });
}
