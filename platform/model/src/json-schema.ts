import * as z from 'zod';
import { applicationFields } from './application.ts';
import type { ComponentSchemas } from './component-schema.ts';
import type { StepSchemas } from './step-schema.ts';

/** The document as a JSON Schema (2020-12), in canonical spelling, as users write it: defaults may be left out. */
export function documentJsonSchema(schemas: ComponentSchemas, steps: StepSchemas): unknown {
  const component = z.union(schemas.all.map((schema) => schema.whole));
  const subStep = z.union(steps.all.map((schema) => schema.whole.omit({ subSteps: true, mode: true })));
  const step = z.union(steps.all.map((schema) => schema.whole.extend({ subSteps: z.array(subStep).optional() })));
  const document = z.object({
    ...applicationFields,
    component: z.array(component),
    workflow: z.array(step).optional(),
  });
  return z.toJSONSchema(document, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Our hints ride on zod's metadata, which zod copies into the schema.
      delete jsonSchema.kubemin;
    },
  });
}
