import { TerminalError } from '@kubemin/base';
import * as z from 'zod';
import { runMessages } from '../messages/index.ts';
import type { AnyStepType, StepType } from '../task/index.ts';

/** Makes a step type that reads its properties by its own schema before it runs: inputs may have changed them. */
export function defineStepType<S extends z.ZodObject>(type: StepType<S>): AnyStepType {
  return {
    ...type,
    secrets: (properties) => {
      const { data } = type.declaration.schema.safeParse(properties);
      return data === undefined ? [] : (type.secrets?.(data) ?? []);
    },
    run: (context) => {
      const { success, data, error } = type.declaration.schema.safeParse(context.properties);
      if (success) return type.run({ ...context, properties: data });
      throw new TerminalError(runMessages.propertiesInvalid({ problems: z.prettifyError(error) }), {
        code: 'STEP_PROPERTIES_WRONG',
      });
    },
  };
}
