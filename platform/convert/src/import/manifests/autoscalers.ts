import { filled } from '../filled.ts';
import type { TraitsInput } from '../imported.ts';
import type { Part } from '../source/part.ts';
import { acceptManagedLabels, type Manifest, takeIdentity } from './manifest.ts';
import type { ManifestSet } from './manifest-set.ts';

type Autoscaling = NonNullable<TraitsInput['autoscaling']>;
type Target = Autoscaling['cpu'];
type Direction = NonNullable<Autoscaling['behavior']>['scaleUp'];

/** The workload an autoscaler scales, where the text has it. */
export function scaledWorkload({ part }: Manifest, set: ManifestSet): Manifest | undefined {
  const target = part.at('spec', 'scaleTargetRef');
  return set.find(target.at('kind').peek() ?? '', target.at('name').peek());
}

/** HorizontalPodAutoscaler → autoscaling trait. */
export function readAutoscaler(manifest: Manifest): Autoscaling {
  takeIdentity(manifest);
  const spec = manifest.part.at('spec');
  spec.at('scaleTargetRef').accept();
  acceptManagedLabels(manifest.part.at('metadata'));
  const percent = spec.at('targetCPUUtilizationPercentage').number();
  const older: Target = percent === undefined ? undefined : { utilization: percent };
  return filled({
    min: spec.at('minReplicas').number(),
    max: spec.at('maxReplicas').number(),
    cpu: readMetric(spec.at('metrics'), 'cpu') ?? older,
    memory: readMetric(spec.at('metrics'), 'memory'),
    behavior: filled({
      scaleUp: readDirection(spec.at('behavior', 'scaleUp')),
      scaleDown: readDirection(spec.at('behavior', 'scaleDown')),
    }),
  });
}

function readMetric(metrics: Part, resource: string): Target {
  const metric = metrics.items.find((part) => part.at('resource', 'name').peek() === resource);
  const target = metric?.at('resource', 'target');
  const utilization = target?.at('averageUtilization').number();
  const averageValue = target?.at('averageValue').text();
  if (metric === undefined || (utilization === undefined && averageValue === undefined)) return undefined;
  metric.at('type').acceptIf('Resource');
  metric.at('resource', 'name').accept();
  target?.at('type').acceptIf('Utilization', 'AverageValue');
  return utilization === undefined ? filled({ averageValue }) : { utilization };
}

function readDirection(part: Part): Direction {
  if (!part.present) return undefined;
  const select = part.at('selectPolicy');
  select.acceptIf('Max', 'Min', 'Disabled');
  return filled({
    stabilizationWindowSeconds: part.at('stabilizationWindowSeconds').number(),
    selectPolicy: (['Max', 'Min', 'Disabled'] as const).find((name) => name === select.peek()),
    policies: part.at('policies').items.map((policy) => {
      policy.at('type').acceptIf('Pods', 'Percent');
      const type = policy.at('type').peek() === 'Percent' ? ('Percent' as const) : ('Pods' as const);
      return filled({ type, value: policy.at('value').number(), periodSeconds: policy.at('periodSeconds').number() });
    }),
  });
}
