import { type AnyStepType, defineStepType, stepTypeDeclarations } from '@kubemin/engine';
import { type AppDocument, builtinRegistry, createModel, extendRegistry } from '@kubemin/model';
import * as z from 'zod';
import type { SubjectEvents } from './subject.ts';

/** A step that does nothing, and reports how long after the previous step of its run it began. */
export function noopStep(events: Pick<SubjectEvents, 'handedOff'>): AnyStepType {
  const returned = new Map<string, number>();
  return defineStepType({
    name: 'noop',
    declaration: {
      summary: 'Does nothing.',
      schema: z.object({ last: z.boolean() }),
      components: 'optional',
    },
    priority: 20,
    retries: 'never',
    isolation: 'engine',
    run: async ({ job: { taskId }, properties: { last } }) => {
      const before = returned.get(taskId);
      if (before !== undefined) events.handedOff(performance.now() - before);
      if (last) returned.delete(taskId);
      else returned.set(taskId, performance.now());
      return {};
    },
  });
}

/** An application whose workflow is this many steps that do nothing, one after the other. */
export function noopDocument(steps: number): AppDocument {
  const model = createModel(
    extendRegistry(builtinRegistry, stepTypeDeclarations([noopStep({ handedOff: () => undefined })])),
  );
  const { document, problems } = model.parse({
    name: 'noop',
    component: [{ name: 'nothing', type: 'config', properties: { conf: { key: 'value' } } }],
    workflow: Array.from({ length: steps }, (_, index) => ({
      name: `step-${index}`,
      type: 'noop',
      properties: { last: index === steps - 1 },
    })),
  });
  if (document === undefined) throw new Error(`the document is not valid: ${JSON.stringify(problems)}`);
  return document;
}
