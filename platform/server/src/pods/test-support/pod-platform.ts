import { createPlatformClient, type Grant, type PlatformClient } from '@kubemin/client';
import { createKubeClient, type KubeClient } from '@kubemin/kube';
import { forbidden } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { LABEL } from '@kubemin/render';
import { eventually, type TestCluster } from '@kubemin/testing';
import { json, webservice } from '../../test-support/documents.ts';
import { startTestPlatform, type TestPlatform, type TestPlatformOptions } from '../../test-support/test-platform.ts';

/** A platform with applications whose pods the test creates itself. */
export interface PodPlatform extends TestPlatform {
  readonly kube: KubeClient;
  /** Saves an application with the component `web`, and delivers nothing. */
  save(name: string, project?: string): Promise<string>;
  /** Creates a running pod of an application; undefined: of none. */
  createPod(appId: string | undefined, name: string, options?: TestPod): Promise<Pod>;
  /** A new user and a token of theirs. */
  user(name: string, roles: readonly Grant[]): Promise<TestUser>;
}

export interface TestPod {
  readonly annotations?: Readonly<Record<string, string>>;
  readonly component?: string;
  readonly spec?: Partial<NonNullable<Pod['spec']>>;
  /** @default waits until it runs */
  readonly isAwaited?: boolean;
}

export interface TestUser {
  readonly token: string;
  readonly tokenId: string;
  readonly client: PlatformClient;
}

/** Starts a platform on a cluster; closed with the test. */
export async function startPodPlatform(cluster: TestCluster, options: TestPlatformOptions = {}): Promise<PodPlatform> {
  const kube = options.kube ?? cluster.client;
  const platform = await startTestPlatform({ ...options, kube });
  const pods = cluster.client.resource(core.v1.pods, 'default');
  return {
    ...platform,
    kube,
    save: async (name, project = '') =>
      (await platform.client.saveApplication(json({ name, project, component: [webservice('web')] }))).id,
    createPod: async (appId, name, { annotations = {}, component = 'web', spec = {}, isAwaited = true } = {}) => {
      const labels = appId === undefined ? {} : { [LABEL.appId]: appId, [LABEL.componentName]: component };
      const created = await pods.create({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name, labels, annotations },
        spec: { containers: [{ name: 'main', image: 'registry.test/app:1' }], ...spec },
      });
      if (!isAwaited) return created;
      return eventually(() => pods.get(name), { until: ({ status }) => status?.phase === 'Running' });
    },
    user: async (name, roles) => {
      await platform.client.createUser({ name, roles: [...roles] });
      const { token, id } = await platform.client.createToken({ name: 'of a test', user: name });
      return { token, tokenId: id, client: createPlatformClient({ url: platform.url, token }) };
    },
  };
}

/** The cluster, which refuses some requests as one with a narrow role does. */
export function forbidding(cluster: TestCluster, path: RegExp): KubeClient {
  return createKubeClient((request) => {
    if (!path.test(request.path)) return cluster.handler(request);
    return Promise.reject(forbidden(`User "platform" cannot use resource "${request.path}"`));
  });
}
