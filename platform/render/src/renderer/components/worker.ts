import type { PropertiesData } from '@kubemin/model';
import type { ComponentRenderer } from '../component-renderer.ts';
import { deployment } from '../deployment.ts';

/** worker → Deployment; its ports are there for probes and metrics, and no Service lists them. */
export const worker: ComponentRenderer<PropertiesData['worker']> = {
  render(context) {
    const { pod, object } = deployment(context);
    return [...pod.objects, { object }];
  },
};
