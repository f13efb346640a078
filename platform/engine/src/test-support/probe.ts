import type { JsonObject } from '@kubemin/kubeapi';
import * as z from 'zod';
import { defineStepType } from '../steps/define-step-type.ts';
import type { AnyStepType, StepContext } from '../task/step-type.ts';

/** The script of one step of the type `probe`; what it returns can be picked as outputs. */
export type ProbeScript = (context: StepContext<{ readonly text: string }>) => Promise<JsonObject | undefined>;

/** A step type that runs scripts, by the name of the step. */
export function probeType(scripts: Readonly<Record<string, ProbeScript>>): AnyStepType {
  return defineStepType({
    name: 'probe',
    declaration: {
      summary: 'Runs a script of a test.',
      schema: z.object({ text: z.string().default('') }),
      components: 'optional',
      outputs: ['result'],
    },
    priority: 20,
    retries: 'transient',
    isolation: 'engine',
    run: async (context) => ({ message: 'probed', values: (await scripts[context.step]?.(context)) ?? {} }),
  });
}
