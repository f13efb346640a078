import type { StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import type { PropertiesData } from '@kubemin/model';
import { generatedName, LONGEST_STATEFUL_SET_NAME } from '../../object/index.ts';
import type { ComponentRenderer } from '../component-renderer.ts';
import { objectMeta } from '../object-meta.ts';
import { copies } from '../pod.ts';
import { headlessName, headlessService, services } from '../service.ts';
import { statefulSetStrategy } from '../update-strategy.ts';

const TERMINATION_GRACE_SECONDS = 30;

/** store → StatefulSet with its headless Service, and Services when it has ports. */
export const store: ComponentRenderer<PropertiesData['store']> = {
  render(context) {
    const { component, appId, selector } = context;
    const { properties } = component;
    const name = generatedName({ prefix: 'store', name: component.name, appId, longest: LONGEST_STATEFUL_SET_NAME });
    const pod = context.pod({
      workload: { apiVersion: 'apps/v1', kind: 'StatefulSet', name, claims: 'templates' },
      container: properties,
      labels: properties.labels,
      annotations: properties.annotations,
      terminationGracePeriodSeconds: TERMINATION_GRACE_SECONDS,
    });
    const statefulSet: StatefulSet = {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: objectMeta(context, name),
      spec: {
        ...copies(pod),
        updateStrategy: statefulSetStrategy(),
        serviceName: headlessName(component.name, appId),
        selector: { matchLabels: selector },
        template: pod.template,
        ...(pod.claimTemplates.length === 0 ? {} : { volumeClaimTemplates: pod.claimTemplates }),
      },
    };
    return [...pod.objects, { object: statefulSet }, headlessService(context), ...services(context, pod.service)];
  },
};
