import type { DaemonSet } from '@kubemin/kubeapi/types/apps.v1';
import type { PropertiesData } from '@kubemin/model';
import { generatedName } from '../../object/index.ts';
import type { ComponentRenderer } from '../component-renderer.ts';
import { objectMeta } from '../object-meta.ts';
import { services } from '../service.ts';
import { daemonSetStrategy } from '../update-strategy.ts';

/** daemon → DaemonSet, and Services when it has ports. */
export const daemon: ComponentRenderer<PropertiesData['daemon']> = {
  render(context) {
    const { component, appId, selector } = context;
    const { properties } = component;
    const name = generatedName({ prefix: 'daemon', name: component.name, appId });
    const pod = context.pod({
      workload: { apiVersion: 'apps/v1', kind: 'DaemonSet', name, claims: 'none' },
      container: properties,
      labels: properties.labels,
      annotations: properties.annotations,
    });
    const daemonSet: DaemonSet = {
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: objectMeta(context, name),
      spec: {
        updateStrategy: daemonSetStrategy(properties.update),
        selector: { matchLabels: selector },
        template: pod.template,
      },
    };
    return [...pod.objects, { object: daemonSet }, ...services(context, pod.service)];
  },
};
