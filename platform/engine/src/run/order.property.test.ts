import type { AppDocument } from '@kubemin/model';
import { ManualClock } from '@kubemin/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Job } from '../task/job.ts';
import type { RunEvent } from '../task/run-event.ts';
import { isJobFinished } from '../task/states.ts';
import { makeBench } from '../test-support/bench.ts';
import { parseDocument } from '../test-support/documents.ts';

/** A component: a config (priority 0) or a workload (priority 10), in one of four steps. */
const part = fc.record({ config: fc.boolean(), dependsOn: fc.array(fc.nat(20), { maxLength: 2 }), step: fc.nat(3) });
const documents = fc.record({
  parts: fc.array(part, { minLength: 2, maxLength: 9 }),
  modes: fc.array(fc.constantFrom('DAG', 'StepByStep'), { minLength: 4, maxLength: 4 }),
  limit: fc.integer({ min: 1, max: 3 }),
});

type Described = typeof documents extends fc.Arbitrary<infer T> ? T : never;

function makeDocument({ parts, modes }: Described) {
  const names = parts.map(({ config }, index) => `${config ? 'c' : 'd'}${index}`);
  const steps: number[] = [];
  const component = parts.map(({ dependsOn, step }, index) => {
    const targets = index === 0 ? [] : [...new Set(dependsOn.map((target) => target % index))];
    steps.push(Math.max(step, ...targets.map((target) => steps[target] ?? 0)));
    const properties = { conf: { key: 'value' } };
    return { name: names[index], type: 'config', dependsOn: targets.map((target) => names[target]), properties };
  });
  const workflow = modes
    .map((mode, index) => ({ name: `s${index}`, mode, components: names.filter((_, at) => steps[at] === index) }))
    .filter(({ components }) => components.length > 0);
  return parseDocument({ name: 'test-app', component, workflow });
}

/** When each job began and ended, by the place of that in the order of events. */
function jobSpans(events: readonly RunEvent[]) {
  const spans = new Map<string, { readonly job: Job; readonly began: number; ended: number }>();
  for (const event of events) {
    if (event.kind !== 'job') continue;
    const { job, sequence } = event;
    if (job.status === 'running') spans.set(job.component, { job, began: sequence, ended: Number.POSITIVE_INFINITY });
    const span = spans.get(job.component);
    if (span !== undefined && isJobFinished(job.status)) span.ended = sequence;
  }
  return [...spans.values()];
}

/** Whether one job has to be through before another begins: by step, by dependency, or by priority where neither decides. */
function expectedOrder({ component }: AppDocument): (earlier: Job, later: Job) => boolean {
  const dependencies = new Map(component.map(({ name, dependsOn = [] }) => [name, dependsOn]));
  return (earlier, later) => {
    if (earlier.step !== later.step) return earlier.stepIndex < later.stepIndex;
    if (dependencies.get(later.component)?.includes(earlier.component) === true) return true;
    const free = (job: Job): boolean => dependencies.get(job.component)?.length === 0;
    return free(earlier) && free(later) && earlier.component.startsWith('c') && later.component.startsWith('d');
  };
}

test('whatever the document: jobs run after all they have to wait for, and no more at once than allowed', async () => {
  await fc.assert(
    fc.asyncProperty(documents, async (described) => {
      const document = makeDocument(described);
      const bench = await makeBench(new ManualClock(), {
        settings: { sequentialMaxConcurrency: described.limit },
        // Long enough for whatever may start beside it to do so.
        script: () => () => new Promise((resolve) => setImmediate(resolve)),
      });
      await bench.engine.start();
      const { task, events } = await bench.finished((await bench.submit(document)).id);
      await bench.engine.stop();
      expect(task.status).toBe('completed');
      const spans = jobSpans(events);
      expect(spans).toHaveLength(document.component.length);
      const comesFirst = expectedOrder(document);
      for (const later of spans) {
        for (const earlier of spans.filter(({ job }) => comesFirst(job, later.job))) {
          expect(earlier.ended, `${earlier.job.component} before ${later.job.component}`).toBeLessThan(later.began);
        }
        const beside = spans.filter(({ began, ended }) => began <= later.began && later.began < ended);
        const { mode } = document.workflow.find(({ name }) => name === later.job.step) ?? {};
        if (mode === 'StepByStep') expect(beside.length).toBeLessThanOrEqual(described.limit);
      }
    }),
    { numRuns: 40 },
  );
});
