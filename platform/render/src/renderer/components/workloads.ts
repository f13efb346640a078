import type { DaemonSet, StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import type { PropertiesData } from '@kubemin/model';
import { generatedName, LONGEST_STATEFUL_SET_NAME } from '../../object/index.ts';
import type { ComponentRenderer } from '../component-renderer.ts';
import { deployment } from '../deployment.ts';
import { objectMeta } from '../object-meta.ts';
import { copies } from '../pod.ts';
import { headlessName, headlessService, services } from '../service.ts';
import { daemonSetStrategy, statefulSetStrategy } from '../update-strategy.ts';

/** webservice → Deployment, and Services when it has ports. */
export const webservice: ComponentRenderer<PropertiesData['webservice']> = {
  render(context) {
    const { pod, object } = deployment(context);
    return [...pod.objects, { object }, ...services(context, pod.service)];
  },
};

/** worker → Deployment; its ports are there for probes and metrics, and no Service lists them. */
export const worker: ComponentRenderer<PropertiesData['worker']> = {
  render(context) {
    const { pod, object } = deployment(context);
    return [...pod.objects, { object }];
  },
};

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
