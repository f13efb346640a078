import type { PropertiesData } from '@kubemin/model';
import type { ComponentRenderer } from '../component-renderer.ts';
import { deployment } from '../deployment.ts';
import { services } from '../service.ts';

/** webservice → Deployment, and Services when it has ports. */
export const webservice: ComponentRenderer<PropertiesData['webservice']> = {
  render(context) {
    const { pod, object } = deployment(context);
    return [...pod.objects, { object }, ...services(context, pod.service)];
  },
};
