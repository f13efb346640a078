import {
  type ApiResponse,
  deepFreeze,
  formatApiVersion,
  type KubeObject,
  metricsApi,
  notFound,
  type ResourceInfo,
} from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { podNodeName } from '../../handler/index.ts';
import {
  objectResponse,
  parseSelection,
  placeOfCall,
  type ResourceCall,
  type ServerParts,
  type VirtualResource,
} from '../../registry/index.ts';
import { nodeMetrics, podMetrics } from './usage-object.ts';
import type { ClusterUsage, UsageScraper } from './usage-scraper.ts';

/** Finds what an object uses. */
type Measured = (usage: ClusterUsage, object: KubeObject) => KubeObject | undefined;

/** The resources of metrics.k8s.io, for `kubectl top` and autoscalers. */
export function metricsResources(scraper: UsageScraper): readonly VirtualResource[] {
  const { windowMs } = scraper;
  const ofNode: Measured = (usage, node) => nodeMetrics(node, usage.get(node.metadata.name ?? ''), windowMs);
  const ofPod: Measured = (usage, pod) => {
    const { name, namespace } = pod.metadata;
    const summary = usage
      .get(podNodeName(pod))
      ?.pods.find((each) => each.name === name && each.namespace === namespace);
    return podMetrics(pod, summary, windowMs);
  };
  return [
    measuredResource(metricsApi.nodes, core.v1.nodes.plural, { scraper, measured: ofNode }),
    measuredResource(metricsApi.pods, core.v1.pods.plural, { scraper, measured: ofPod }),
  ];
}

interface Measuring {
  readonly scraper: UsageScraper;
  readonly measured: Measured;
}

function measuredResource(info: ResourceInfo, plural: string, { scraper, measured }: Measuring): VirtualResource {
  const get = async (server: ServerParts, call: ResourceCall): Promise<ApiResponse> => {
    const place = placeOfCall(call);
    const object = server.cache.collection(plural).get(place.namespace, place.name);
    const found = object === undefined ? undefined : measured(await scraper.usage(server), object);
    if (found === undefined) throw notFound(info, place.name);
    return objectResponse(200, deepFreeze(found));
  };
  const list = async (server: ServerParts, call: ResourceCall): Promise<ApiResponse> => {
    const selection = parseSelection(call.resource, call.request.query);
    const usage = await scraper.usage(server);
    const items = [...server.cache.collection(plural).list(info.namespaced ? call.namespace : '')]
      .filter((object) => selection.matches(object))
      .flatMap((object) => measured(usage, object) ?? []);
    return objectResponse(
      200,
      deepFreeze({ kind: `${info.kind}List`, apiVersion: formatApiVersion(info), metadata: {}, items }),
    );
  };
  return { info, verbs: { get, list } };
}
