import { APP_ID, findObject, render, webservice } from '@kubemin/testing/rendering';
import { expect, test } from 'vitest';

const app = (autoscaling: object, changes: object = {}) =>
  render({ name: 'shop', component: [webservice({ replicas: 5, traits: { autoscaling }, ...changes })] });

test('an autoscaler aims at the workload by its real name', () => {
  expect(findObject(app({ min: 2, max: 9, cpu: 70, memory: '1Gi' }), 'HorizontalPodAutoscaler')).toMatchObject({
    apiVersion: 'autoscaling/v2',
    metadata: { name: `hpa-web-${APP_ID}` },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: `deploy-web-${APP_ID}` },
      minReplicas: 2,
      maxReplicas: 9,
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } },
        { type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } } },
      ],
    },
  });
  expect(findObject(app({ max: 2 }, { type: 'store' }), 'HorizontalPodAutoscaler')).toMatchObject({
    spec: { scaleTargetRef: { kind: 'StatefulSet', name: `store-web-${APP_ID}` } },
  });
});

test('a delivery has no number of copies that autoscaling sets', () => {
  for (const [type, kind] of [
    ['webservice', 'Deployment'],
    ['worker', 'Deployment'],
    ['store', 'StatefulSet'],
  ] as const) {
    expect(findObject(app({ max: 9 }, { type }), kind)).not.toHaveProperty('spec.replicas');
    expect(findObject(app({ max: 9 }, { type, traits: {} }), kind)).toHaveProperty('spec.replicas', 5);
  }
});

test('behaviour is passed on as it is', () => {
  const behavior = {
    scaleUp: { selectPolicy: 'Max', policies: [{ type: 'Percent', value: 100 }] },
    scaleDown: { stabilizationWindowSeconds: 60, selectPolicy: 'Disabled' },
  };
  expect(findObject(app({ max: 9, behaviour: behavior }), 'HorizontalPodAutoscaler')).toMatchObject({
    spec: {
      behavior: {
        scaleUp: { selectPolicy: 'Max', policies: [{ type: 'Percent', value: 100, periodSeconds: 60 }] },
        scaleDown: { stabilizationWindowSeconds: 60, selectPolicy: 'Disabled' },
      },
    },
  });
});
