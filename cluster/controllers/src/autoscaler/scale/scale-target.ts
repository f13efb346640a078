import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { createDiscovery, type Discovery, type KubeClient } from '@kubemin/kube';
import { isJsonObject, type KubeObject, qualifiedName, type ResourceType } from '@kubemin/kubeapi';

/** Which object is to be scaled. */
export interface ScaleReference extends Pick<KubeObject, 'apiVersion' | 'kind'> {
  readonly name: string;
  readonly namespace: string;
}

/** How many replicas an object asks for, has, and how its pods are found. */
export interface CurrentScale {
  readonly wanted: number;
  readonly current: number;
  /** In the notation of label selectors; '' when the object has none. */
  readonly selector: string;
  readonly uid: string;
  /** What came back, for writing it again. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** Reads and writes the replicas of anything that has the `scale` subresource, custom resources too. */
export class ScaleTargets {
  readonly #client: KubeClient;
  readonly #discovery: Discovery;

  constructor(client: KubeClient) {
    this.#client = client;
    this.#discovery = createDiscovery({ handler: client.handler });
  }

  /** NotFound when there is no such object; a TerminalError when there can be none with a scale. */
  async read(reference: ScaleReference): Promise<CurrentScale> {
    const type = await this.#findType(reference);
    if (!type.subresources.some(({ name }) => name === 'scale')) {
      throw new TerminalError(verbatim(`${qualifiedName(type)} does not implement the scale subresource`), {
        code: 'SCALE_NOT_SERVED',
      });
    }
    const scales = this.#client.resource(type, reference.namespace);
    return parseScale(await scales.getSubresource(reference.name, 'scale'));
  }

  /** Sets the number of replicas; a Conflict when another client did so since the scale was read. */
  async write(reference: ScaleReference, scale: CurrentScale, replicas: number): Promise<void> {
    const type = await this.#findType(reference);
    const spec = isJsonObject(scale.raw.spec) ? scale.raw.spec : {};
    const body = { ...scale.raw, spec: { ...spec, replicas } };
    await this.#client.resource(type, reference.namespace).updateSubresource(reference.name, 'scale', body);
  }

  async #findType({ apiVersion, kind }: ScaleReference): Promise<ResourceType> {
    const type = await this.#discovery.findResourceForObject({ apiVersion, kind });
    if (type !== undefined) return type;
    throw new TerminalError(verbatim(`no matches for kind "${kind}" in version "${apiVersion}"`), {
      code: 'KIND_NOT_SERVED',
    });
  }
}

function parseScale(raw: unknown): CurrentScale {
  const scale = isJsonObject(raw) ? raw : {};
  const [metadata, spec, status] = [scale.metadata, scale.spec, scale.status].map((part) =>
    isJsonObject(part) ? part : {},
  );
  return {
    wanted: count(spec?.replicas),
    current: count(status?.replicas),
    selector: typeof status?.selector === 'string' ? status.selector : '',
    uid: typeof metadata?.uid === 'string' ? metadata.uid : '',
    raw: scale,
  };
}

function count(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
