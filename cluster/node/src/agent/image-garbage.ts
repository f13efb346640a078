import { type Clock, type Logger, parseGoDuration, toError } from '@kubemin/base';
import type { RecordedEvent } from '@kubemin/controller';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { CollectionResult, CollectionWish } from '../images/index.ts';
import type { KubeletConfiguration } from '../kubelet-configuration/index.ts';
import type { ContainerRuntime } from '../runtime/index.ts';

const CHECK_MS = 5 * 60_000;

export type CollectImages = (wish: CollectionWish, signal: AbortSignal) => Promise<CollectionResult>;

export interface ImageGarbageOptions {
  readonly configuration: KubeletConfiguration;
  readonly collect: CollectImages;
  readonly runtime: ContainerRuntime;
  /** All pods of the node. */
  readonly pods: () => readonly Pod[];
  readonly clock: Clock;
  readonly logger: Logger;
  /** About the node. */
  readonly recordEvent: (event: RecordedEvent) => void;
}

/** Removes images that nothing uses: from time to time when their disk is full, and at once when room is needed. */
export class ImageGarbage {
  readonly #options: ImageGarbageOptions;

  constructor(options: ImageGarbageOptions) {
    this.#options = options;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { configuration, clock, logger } = this.#options;
    const { imageGCHighThresholdPercent: high, imageMaximumGCAge } = configuration;
    if (high >= 100 && this.#age(imageMaximumGCAge) === 0) return;
    while (!signal.aborted) {
      await this.#check(signal).catch((error: unknown) => {
        logger.warn('cannot remove unused images; retrying', { error: toError(error) });
      });
      await clock.sleep(CHECK_MS, signal);
    }
  }

  /** Removes all images that nothing uses. */
  async collectAll(signal: AbortSignal): Promise<void> {
    await this.#collect({ highPercent: 0, lowPercent: 0, minimumAgeMs: 0, maximumAgeMs: 0 }, signal);
  }

  async #check(signal: AbortSignal): Promise<void> {
    const { configuration, recordEvent } = this.#options;
    const { isShort } = await this.#collect(
      {
        highPercent: configuration.imageGCHighThresholdPercent,
        lowPercent: configuration.imageGCLowThresholdPercent,
        minimumAgeMs: this.#age(configuration.imageMinimumGCAge),
        maximumAgeMs: this.#age(configuration.imageMaximumGCAge),
      },
      signal,
    );
    if (!isShort) return;
    const message =
      'Failed to garbage collect required amount of images. The images that are left are in use or too new.';
    recordEvent({ type: 'Warning', reason: 'FreeDiskSpaceFailed', message });
  }

  async #collect(limits: Omit<CollectionWish, 'ids' | 'references'>, signal: AbortSignal): Promise<CollectionResult> {
    const { runtime, pods, collect, logger } = this.#options;
    const containers = await runtime.listContainers();
    const references = pods().flatMap(({ spec }) => [
      ...(spec?.containers ?? []).map(({ image = '' }) => image),
      ...(spec?.initContainers ?? []).map(({ image = '' }) => image),
      ...(spec?.ephemeralContainers ?? []).map(({ image = '' }) => image),
      ...(spec?.volumes ?? []).flatMap(({ image }) => image?.reference ?? []),
    ]);
    const ids = containers.map(({ image }) => image.id);
    const result = await collect({ ...limits, ids: [...new Set(ids)], references: [...new Set(references)] }, signal);
    if (result.removed.length > 0) logger.info('removed images that nothing uses', { images: result.removed });
    return result;
  }

  #age(text: string): number {
    return parseGoDuration(text) ?? 0;
  }
}
