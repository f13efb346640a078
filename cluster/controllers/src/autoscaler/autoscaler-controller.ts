import { type Controller, type ControllerModule, createReconcilerController, mappedChanges } from '@kubemin/controller';
import { deepEqual } from '@kubemin/kubeapi';
import { autoscaling, core } from '@kubemin/kubeapi/resources';
import { NamespaceIndex } from '../namespace-index.ts';
import { ScaleTargets } from '../scale/scale-target.ts';
import { AutoscalerReconciler } from './autoscaler-reconciler.ts';
import { AUTOSCALER_TIMES, type AutoscalerTimes } from './autoscaler-times.ts';

/** Scales whatever has a scale by what its pods use. */
export function autoscalerController(times: AutoscalerTimes = AUTOSCALER_TIMES): ControllerModule {
  return {
    name: 'horizontal-pod-autoscaler',
    setup(context): Controller {
      const autoscalers = context.informers.informer(autoscaling.v2.horizontalpodautoscalers);
      const pods = new NamespaceIndex(context.informers.informer(core.v1.pods));
      const targets = new ScaleTargets(context.client);
      const reconciler = new AutoscalerReconciler({ context, autoscalers, pods, targets, times });
      // Its status is written by nobody else, and what it looks at changes with time alone.
      const wishes = mappedChanges(autoscalers, ({ type, key, object, old }) =>
        type === 'updated' && deepEqual(object.spec, old.spec) ? [] : [key],
      );
      return createReconcilerController({ context, reconciler, sources: [wishes] });
    },
  };
}
