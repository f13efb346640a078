import { expect, test } from 'vitest';
import { workflowCancellationSchema, workflowExecutionSchema } from './workflow.ts';

test('snake_case keys are read as their camelCase names', () => {
  expect(workflowCancellationSchema.parse({ task_id: 't1', reason: 'changed my mind' })).toEqual({
    taskId: 't1',
    reason: 'changed my mind',
  });
});

test('the camelCase spelling wins where a body holds both', () => {
  expect(workflowExecutionSchema.parse({ workflowId: 'right', workflow_id: 'wrong' })).toEqual({ workflowId: 'right' });
});

test('no body is a body without fields, which is enough where every field is optional', () => {
  expect(workflowExecutionSchema.parse(undefined)).toEqual({});
  expect(workflowCancellationSchema.safeParse(undefined).success).toBe(false);
});

test('a body that is no object is refused', () => {
  for (const body of [[], 'text', 7, true]) expect(workflowExecutionSchema.safeParse(body).success).toBe(false);
});
