import { type ControllerModule, createReconcilerController, ownersOf } from '@kubemin/controller';
import { core } from '@kubemin/kubeapi/resources';
import { AtReconciler } from './at-reconciler.ts';
import { ats } from './at-resource.ts';

/** The controller of At objects. */
export const atModule: ControllerModule = {
  name: 'at',
  for: ats,
  setup(context) {
    const objects = context.informers.informer(ats);
    const pods = context.informers.informer(core.v1.pods);
    const reconciler = new AtReconciler(context, objects, pods);
    return createReconcilerController({ context, reconciler, primary: objects, sources: [ownersOf(pods, ats)] });
  },
};
