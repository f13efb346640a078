import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerBehavior,
  MetricSpec,
} from '@kubemin/kubeapi/types/autoscaling.v2';
import type { TraitData } from '@kubemin/model';
import { objectsMessages } from '../../messages/index.ts';
import { generatedName, given, RenderError } from '../../object/index.ts';
import type { TraitRenderer } from '../trait-renderer.ts';

type Settings = TraitData['autoscaling'];

/** Kinds whose number of copies can be changed from outside. */
const SCALABLE = ['Deployment', 'StatefulSet'];

/** autoscaling → a HorizontalPodAutoscaler for the workload, which then has no number of copies. */
export const autoscaling: TraitRenderer<Settings> = {
  process({ data, path, component, workload, namespace, appId }) {
    if (!SCALABLE.includes(workload.kind)) {
      const message = objectsMessages.notScalable({ type: component.type });
      throw new RenderError(message, { path, code: 'NOT_SCALABLE' });
    }
    const { apiVersion, kind, name } = workload;
    const object: HorizontalPodAutoscaler = {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: generatedName({ prefix: 'hpa', name: component.name, appId }), namespace },
      spec: {
        scaleTargetRef: { apiVersion, kind, name },
        minReplicas: data.min,
        maxReplicas: data.max,
        metrics: [...metric('cpu', data.cpu), ...metric('memory', data.memory)],
        ...given({ behavior: behavior(data.behavior) }),
      },
    };
    return { objects: [{ object }], replicas: 'autoscaled' };
  },
};

function behavior(data: Settings['behavior']): HorizontalPodAutoscalerBehavior | undefined {
  if (data === undefined) return undefined;
  const { scaleUp, scaleDown } = data;
  return given({ scaleUp: scaleUp && given(scaleUp), scaleDown: scaleDown && given(scaleDown) });
}

function metric(name: string, target: Settings['cpu']): readonly MetricSpec[] {
  if (target === undefined) return [];
  const { utilization, averageValue } = target;
  const aim =
    utilization === undefined
      ? { type: 'AverageValue', ...given({ averageValue }) }
      : { type: 'Utilization', averageUtilization: utilization };
  return [{ type: 'Resource', resource: { name, target: aim } }];
}
