import type { PodSpec } from '@kubemin/kubeapi/types/core.v1';
import { APP_ID, findObject, parseSample, render, renderer, webservice } from '@kubemin/testing/rendering';
import { describe, expect, test } from 'vitest';

const app = (...component: readonly object[]) => ({ name: 'shop', component });

function renderPod(component: object, kind = 'Deployment'): PodSpec {
  return JSON.parse(JSON.stringify(findObject(render(app(component)), kind))).spec.template.spec;
}
const podWith = (traits: object) => renderPod(webservice({ traits }));
const sidecar = (traits: object) => [{ name: 'logs', image: 'fluentd', traits }];
const of = (component: string) => ({ 'kube-min-cli-appId': APP_ID, 'kube-min-cli-componentName': component });

describe('W-15: policies of the pod', () => {
  test('images are pulled as asked, and secrets of all containers are the pod’s, each once', () => {
    const pod = podWith({
      imagePull: { policy: 'Always', secrets: ['one', 'two'] },
      sidecar: sidecar({ imagePull: { policy: 'Never', secrets: ['two', 'three'] } }),
    });
    expect(pod.containers.map(({ imagePullPolicy }) => imagePullPolicy)).toEqual(['Always', 'Never']);
    expect(pod.imagePullSecrets).toEqual([{ name: 'one' }, { name: 'two' }, { name: 'three' }]);
  });

  test('a job takes its restart policy from the trait', () => {
    const job = { name: 'migrate', type: 'job', image: 'a', traits: { restart: { policy: 'OnFailure' } } };
    expect(renderPod(job, 'Job').restartPolicy).toBe('OnFailure');
  });

  test('a sidecar of a job ends with it', () => {
    const pod = renderPod({ name: 'migrate', type: 'job', image: 'a', traits: { sidecar: sidecar({}) } }, 'Job');
    expect(pod.containers).toHaveLength(1);
    expect(pod.initContainers).toMatchObject([{ name: 'logs', restartPolicy: 'Always' }]);
  });

  test('the user of containers is set for the pod, rights for each container', () => {
    const pod = podWith({
      securityContext: {
        runAsUser: 1000,
        runAsNonRoot: true,
        seccompProfile: 'RuntimeDefault',
        fsGroup: 2000,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['all'] },
      },
      sidecar: sidecar({ securityContext: { runAsUser: 5, privileged: true } }),
    });
    expect(pod.securityContext).toEqual({
      runAsUser: 1000,
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
      fsGroup: 2000,
    });
    expect(pod.containers.map(({ securityContext }) => securityContext)).toEqual([
      { readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
      { runAsUser: 5, privileged: true },
    ]);
  });

  test("a grace period replaces the store's own", () => {
    const traits = { termination: { gracePeriodSeconds: 120, preStop: { command: ['flush'] } } };
    const pod = renderPod({ name: 'db', type: 'store', image: 'mysql', traits }, 'StatefulSet');
    expect(pod.terminationGracePeriodSeconds).toBe(120);
    expect(pod.containers[0]?.lifecycle).toEqual({ preStop: { exec: { command: ['flush'] } } });
    expect(podWith({ termination: { preStop: { sleepSeconds: 5 } } }).containers[0]?.lifecycle).toEqual({
      preStop: { sleep: { seconds: 5 } },
    });
  });

  test('nodes are selected in few words', () => {
    const document = app(
      webservice({
        traits: {
          scheduling: {
            nodeSelector: { disktype: 'ssd' },
            nodeAffinity: [
              { key: 'arch', values: ['amd64'] },
              { key: 'gpu', operator: 'Exists' },
              { key: 'zone', values: ['a'], weight: 10 },
            ],
            affinity: [{ component: 'cache', topology: 'zone' }],
            antiAffinity: [{}, { labels: { noisy: 'yes' }, topology: 'acme.io/rack', weight: 5 }],
            tolerations: [{ key: 'gpu' }, { key: 'team', value: 'a', effect: 'NoSchedule' }],
            spread: [{ maxSkew: 2 }],
            priorityClass: 'high',
          },
        },
      }),
      webservice({ name: 'cache' }),
    );
    const deployment = findObject(render(document), 'Deployment', `deploy-web-${APP_ID}`);
    const pod: PodSpec = JSON.parse(JSON.stringify(deployment)).spec.template.spec;
    expect(pod).toMatchObject({ nodeSelector: { disktype: 'ssd' }, priorityClassName: 'high' });
    expect(pod.affinity).toEqual({
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [
            {
              matchExpressions: [
                { key: 'arch', operator: 'In', values: ['amd64'] },
                { key: 'gpu', operator: 'Exists' },
              ],
            },
          ],
        },
        preferredDuringSchedulingIgnoredDuringExecution: [
          { weight: 10, preference: { matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] } },
        ],
      },
      podAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          { labelSelector: { matchLabels: of('cache') }, topologyKey: 'topology.kubernetes.io/zone' },
        ],
      },
      podAntiAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          { labelSelector: { matchLabels: of('web') }, topologyKey: 'kubernetes.io/hostname' },
        ],
        preferredDuringSchedulingIgnoredDuringExecution: [
          {
            weight: 5,
            podAffinityTerm: { labelSelector: { matchLabels: { noisy: 'yes' } }, topologyKey: 'acme.io/rack' },
          },
        ],
      },
    });
    expect(pod.tolerations).toEqual([
      { key: 'gpu', operator: 'Exists' },
      { key: 'team', operator: 'Equal', value: 'a', effect: 'NoSchedule' },
    ]);
    expect(pod.topologySpreadConstraints).toEqual([
      {
        maxSkew: 2,
        topologyKey: 'topology.kubernetes.io/zone',
        whenUnsatisfiable: 'ScheduleAnyway',
        labelSelector: { matchLabels: of('web') },
      },
    ]);
  });

  test('an unresolved profile is an error, not a pod on the wrong machine', () => {
    const document = parseSample(app(webservice({ traits: { scheduling: { profile: 'gpu' } } })));
    expect(() => renderer.render(document, { appId: APP_ID })).toThrow(
      expect.objectContaining({ code: 'UNRESOLVED_PROFILE', path: 'component[0].traits.scheduling.profile' }),
    );
  });
});

describe('rbac', () => {
  const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
  const kinds = (traits: object) =>
    render(app(webservice({ traits }))).map(({ object }) => `${object.kind}/${object.metadata.name}`);

  test('W-18: an account, a role and a binding of one name are three objects', () => {
    const policy = { serviceAccount: 'mysql', roleName: 'mysql', bindingName: 'mysql', rules };
    expect(kinds({ rbac: [policy] })).toEqual([
      'ServiceAccount/mysql',
      'Role/mysql',
      'RoleBinding/mysql',
      `Deployment/deploy-web-${APP_ID}`,
    ]);
  });

  test('several policies make six objects and the first account is the pod’s', () => {
    expect(kinds({ rbac: [{ rules }, { clusterScope: true, rules }] })).toEqual([
      'ServiceAccount/web-sa',
      'Role/web-sa-role',
      'RoleBinding/web-sa-binding',
      'ServiceAccount/web-2-sa',
      'ClusterRole/web-2-sa-role',
      'ClusterRoleBinding/web-2-sa-binding',
      `Deployment/deploy-web-${APP_ID}`,
    ]);
    expect(podWith({ rbac: [{ rules }, { rules }] }).serviceAccountName).toBe('web-sa');
  });

  test('the first policy that sets whether the token is mounted decides for the pod', () => {
    const rbac = [{ rules }, { rules, automountServiceAccountToken: false }];
    expect(podWith({ rbac }).automountServiceAccountToken).toBe(false);
  });

  test('W-14: what others created is used as it is, and cluster objects have no namespace', () => {
    const objects = render(app(webservice({ traits: { rbac: [{ clusterScope: true, rules }] } })));
    const rbac = objects.filter(({ object }) => object.kind !== 'Deployment');
    expect(rbac.map(({ onExisting }) => onExisting)).toEqual(['yield', 'yield', 'yield']);
    expect(rbac.map(({ object }) => object.metadata.namespace)).toEqual(['default', undefined, undefined]);
    for (const { object } of rbac) expect(object.metadata.labels).toMatchObject({ 'kube-min-cli-appId': APP_ID });
  });

  test('components share an account they describe alike', () => {
    const traits = { rbac: [{ serviceAccount: 'ours', rules }] };
    const both = app(webservice({ traits }), webservice({ name: 'api', traits }));
    expect(render(both).filter(({ object }) => object.kind === 'Role')).toHaveLength(1);
  });

  test('a rule without an API group is about the core group', () => {
    const objects = render(
      app(webservice({ traits: { rbac: [{ rules: [{ resources: ['pods'], verbs: ['get'] }] }] } })),
    );
    expect(findObject(objects, 'Role')).toMatchObject({ rules: [{ apiGroups: [''], resources: ['pods'] }] });
  });
});

describe('share', () => {
  const shared = (name: string, share: object = {}) => ({
    name,
    type: 'store',
    image: 'mysql',
    properties: { ports: [{ port: 3306 }] },
    traits: { share, storage: [{ name: 'data', type: 'persistent', claimName: 'x' }] },
  });

  test('every object has the name and the way it is shared by', () => {
    const objects = render(app(shared('mysql', { strategy: 'Force' })));
    expect(objects.length).toBeGreaterThan(2);
    for (const { object, share } of objects) {
      expect(share).toEqual({ name: 'mysql-store', strategy: 'force' });
      expect(object.metadata.labels).toMatchObject({
        'kubemin-share-name': 'mysql-store',
        'kubemin-share-strategy': 'force',
      });
    }
  });

  test('W-24: two shared components of one namespace have different names', () => {
    const names = new Set(render(app(shared('mysql'), shared('redis'))).map(({ share }) => share?.name));
    expect([...names]).toEqual(['mysql-store', 'redis-store']);
  });

  test('a config is shared like anything else, and selectors never depend on it', () => {
    const config = {
      name: 'conf',
      type: 'config',
      properties: { conf: { a: 'b' } },
      traits: { share: { name: 'Ours' } },
    };
    expect(render(app(config))).toMatchObject([{ share: { name: 'ours', strategy: 'default' } }]);
    const set = JSON.parse(JSON.stringify(findObject(render(app(shared('mysql'))), 'StatefulSet')));
    expect(set.spec.selector.matchLabels).toEqual(of('mysql'));
  });

  test('nothing is shared unless asked', () => {
    for (const rendered of render(app(webservice()))) expect(rendered).not.toHaveProperty('share');
  });
});
