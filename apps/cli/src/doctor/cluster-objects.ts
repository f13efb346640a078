import { createKubeClient, httpTransport } from '@kubemin/kube';
import { platformCluster } from '../selected-cluster.ts';
import type { Patient } from './check.ts';

/** Which objects to look at. */
export interface ObjectsWanted {
  readonly apiVersion: string;
  readonly kind: string;
}

/** What checks need to know of an object. */
export interface FoundObject {
  readonly name: string;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Objects of the cluster whose kubeconfig lies on this machine; undefined where none does. */
export async function clusterObjects(
  { connection, context }: Patient,
  { apiVersion, kind }: ObjectsWanted,
): Promise<readonly FoundObject[] | undefined> {
  const access = connection?.endpoints && platformCluster(context, connection.endpoints);
  if (access === undefined) return undefined;
  const transport = httpTransport(access);
  try {
    const client = createKubeClient(transport.handler);
    const type = client.resourceTypeOf({ apiVersion, kind });
    if (type === undefined) return undefined;
    const { items } = await client.resource(type).list();
    return items.map(({ metadata }) => ({ name: metadata?.name ?? '', annotations: metadata?.annotations ?? {} }));
  } finally {
    transport.close();
  }
}
