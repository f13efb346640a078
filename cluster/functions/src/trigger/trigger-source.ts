import type { Clock, Logger, Random } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import type { JsonObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { EventTrigger } from './trigger-resource.ts';

/** Something that has happened. */
export interface SourceEvent {
  /** The same when it is found again, in this process or another. */
  readonly id: string;
  readonly data: JsonObject;
}

/** Events and how far the source has read. */
export interface SourceBatch {
  readonly events: readonly SourceEvent[];
  /** Stored together with the events; absent where the source keeps its own position. */
  readonly checkpoint?: JsonObject;
  /** How many events were skipped as declared. */
  readonly missed?: number;
}

/** What a source is given. */
export interface SourceContext {
  readonly trigger: EventTrigger;
  /** What was stored last; undefined for a new trigger. */
  readonly checkpoint: JsonObject | undefined;
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** The directories in which files may be watched. */
  readonly fileRoots: readonly string[];
  /** Resolves when the events are stored. It waits while too many are not delivered. Rejects when the signal aborts. */
  accept(batch: SourceBatch): Promise<void>;
  /** The source is watched: no later event is missed. */
  ready(): void;
}

/**
 * Where events come from. `run` finds events until the signal aborts; when it rejects, the reason is in the status of the
 * trigger, and it is started again after a while. It must find the events since the checkpoint, with the ids that they
 * would have had at the time.
 */
export interface TriggerSource {
  run(context: SourceContext): Promise<void>;
}

/** A value of a Secret; undefined when there is none. */
export async function readSecret(
  client: KubeClient,
  secret: {
    readonly namespace: string;
    readonly name: string;
    readonly key: string;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<string | undefined> {
  const { namespace, name, key, signal } = secret;
  const found = await client.resource(core.v1.secrets, namespace).find(name, { signal });
  const value = found?.data?.[key];
  return value === undefined ? undefined : Buffer.from(value, 'base64').toString();
}
