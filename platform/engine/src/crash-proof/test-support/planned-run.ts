import type { AppDocument } from '@kubemin/model';
import type { SeededRandom } from '@kubemin/testing';
import type { TaskStatus } from '../../task/states.ts';
import { parseDocument } from '../../test-support/documents.ts';
import { RUN_MARK } from './write-recorder.ts';

/** A run with what must come of it, known before it is submitted. */
export interface PlannedRun {
  /** Every object of the run holds it. */
  readonly mark: string;
  readonly appId: string;
  readonly document: AppDocument;
  readonly expected: TaskStatus;
  /** Objects that are delivered before the step that decides how it ends, as `Kind/name`. */
  readonly delivered: readonly string[];
  /** Objects of steps that are never reached. */
  readonly unreached: readonly string[];
  /** Whether the test will try to cancel it. */
  readonly cancelled: boolean;
}

/** How runs end, with the step that brings it about, by the dice that were thrown. */
const ENDS: readonly { readonly status: TaskStatus; readonly below: number; readonly step?: object }[] = [
  { status: 'failed', below: 0.12, step: { name: 'broken', type: 'probe' } },
  { status: 'rejected', below: 0.18, step: { name: 'refused', type: 'probe' } },
  { status: 'timeout', below: 0.24, step: { name: 'hanging', type: 'probe', timeout: '300ms' } },
  { status: 'completed', below: 1 },
];
const CANCELLED = 0.25;

interface DeliveryStep {
  readonly step: object;
  readonly components: readonly object[];
  readonly objects: readonly string[];
}

/** Makes up a run of an application: some steps of some objects, work in between, and an end. */
export function planRun(random: SeededRandom, mark: string, appId: string): PlannedRun {
  const deliveries = Array.from({ length: 1 + random.below(3) }, (_, index) =>
    deliveryStep(random, mark, appId, index),
  );
  const dice = random.next();
  const end = ENDS.find(({ below }) => dice < below);
  // What comes before the step that ends the run is delivered, the rest is never reached.
  const reached = end?.step === undefined ? deliveries.length : 1 + random.below(deliveries.length);
  const between = (): readonly object[] => {
    const kind = random.next();
    if (kind < 0.3) return [{ name: 'work', type: 'probe', properties: { text: String(random.below(60)) } }];
    if (kind < 0.5) return [{ name: 'flaky', type: 'probe', retry: { limit: 60, backoff: '5ms', factor: 1 } }];
    return kind < 0.6 ? [{ name: 'rest', type: 'pause', properties: { duration: '20ms' } }] : [];
  };
  const [first, ...others] = deliveries.map(({ step }) => step);
  const workflow = [first, ...between(), ...others];
  const place = workflow.length - (deliveries.length - reached);
  if (end?.step !== undefined) workflow.splice(place, 0, end.step);
  const stepObjects = (steps: readonly DeliveryStep[]): readonly string[] => steps.flatMap(({ objects }) => objects);
  return {
    mark,
    appId,
    document: parseDocument({
      name: appId,
      component: deliveries.flatMap(({ components }) => components),
      workflow,
    }),
    expected: end?.status ?? 'completed',
    delivered: stepObjects(deliveries.slice(0, reached)),
    unreached: stepObjects(deliveries.slice(reached)),
    cancelled: random.next() < CANCELLED,
  };
}

function deliveryStep(random: SeededRandom, mark: string, appId: string, index: number): DeliveryStep {
  const parts = Array.from({ length: 1 + random.below(3) }, (_, part) => {
    const name = `${appId}-${index}-${part}`;
    return random.next() < 0.3
      ? { component: { name, type: 'secret', properties: { secret: { [RUN_MARK]: mark } } }, object: `Secret/${name}` }
      : {
          component: { name, type: 'config', properties: { conf: { [RUN_MARK]: mark } } },
          object: `ConfigMap/${name}`,
        };
  });
  const components = parts.map(({ component }) => component);
  const mode = random.pick(['DAG', 'StepByStep']);
  return {
    step: { name: `deliver-${index}`, mode, components: components.map(({ name }) => name) },
    components,
    objects: parts.map(({ object }) => object),
  };
}
