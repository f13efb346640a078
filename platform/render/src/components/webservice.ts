import type { Deployment } from '@kubemin/kubeapi/types/apps.v1';
import type { PropertiesData } from '@kubemin/model';
import type { ComponentRenderer } from '../component-renderer.ts';
import { objectMeta } from '../object-meta.ts';
import { generatedName } from '../object-name.ts';
import { copies } from '../pod.ts';
import { services } from '../service.ts';

/** webservice → Deployment, and Services when it has ports. */
export const webservice: ComponentRenderer<PropertiesData['webservice']> = {
  render(context) {
    const { component, appId, selector } = context;
    const { properties } = component;
    const name = generatedName({ prefix: 'deploy', name: component.name, appId });
    const pod = context.pod({
      workload: { apiVersion: 'apps/v1', kind: 'Deployment', name, claims: 'none' },
      container: properties,
      labels: properties.labels,
      annotations: properties.annotations,
    });
    const deployment: Deployment = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: objectMeta(context, name),
      spec: { ...copies(pod), selector: { matchLabels: selector }, template: pod.template },
    };
    return [...pod.objects, { object: deployment }, ...services(context, pod.service)];
  },
};
