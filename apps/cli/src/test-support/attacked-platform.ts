import { readFileSync } from 'node:fs';
import { createPlatformClient, type Grant, type PlatformClient } from '@kubemin/client';
import { createKubeClient, httpTransport, type KubeClient, loadKubeconfigFiles } from '@kubemin/kube';
import { readAdminToken } from '../connection/admin-token.ts';
import { dataDirectory } from '../connection/data-directory.ts';
import { readEndpoints } from '../connection/endpoints-file.ts';
import { KubeminHome } from './kubemin-home.ts';

/** The product as `kubemin up` starts it, with the means of its operator and of users with fewer rights. */
export interface AttackedPlatform {
  readonly url: string;
  readonly admin: PlatformClient;
  /** The embedded cluster, with the rights of its administrator. */
  readonly kube: KubeClient;
  /** A new user's client. */
  user(name: string, ...roles: readonly Grant[]): Promise<PlatformClient>;
  /** A new user's token. */
  token(name: string, ...roles: readonly Grant[]): Promise<string>;
  close(): Promise<void>;
}

/** Starts it with simulated nodes on free ports, in a directory of its own. */
export async function startAttackedPlatform(...flags: readonly string[]): Promise<AttackedPlatform> {
  const home = await KubeminHome.create();
  try {
    await home.up('--runtime', 'simulated', ...flags);
    const directory = dataDirectory(home.at());
    const endpoints = await readEndpoints(directory.endpoints);
    if (endpoints === undefined) throw new Error('there are no endpoints');
    const { platform: url } = endpoints;
    const admin = createPlatformClient({ url, token: (await readAdminToken(directory.adminToken)) ?? '' });
    const readFile = (path: string) => readFileSync(path, 'utf8');
    const transport = httpTransport(loadKubeconfigFiles([directory.kubeconfig], { readFile }));
    const token = async (name: string, ...roles: readonly Grant[]) => {
      await admin.createUser({ name, roles: [...roles] });
      return (await admin.createToken({ name: 'of a test', user: name })).token;
    };
    return {
      url,
      admin,
      kube: createKubeClient(transport.handler),
      token,
      user: async (name, ...roles) => createPlatformClient({ url, token: await token(name, ...roles) }),
      close: async () => {
        transport.close();
        await home.remove();
      },
    };
  } catch (error) {
    await home.remove();
    throw error;
  }
}
