import { statfs } from 'node:fs/promises';
import type { Clock } from '@kubemin/base';
import { formatImageReference, parseImageReference } from './image-reference.ts';
import type { ImageStore, StoredImage } from './image-store.ts';

/** Which images are to go. */
export interface CollectionWish {
  /** Ids of images of containers, running or not. */
  readonly ids: readonly string[];
  /** What pods call their images, whether they are there or not. */
  readonly references: readonly string[];
  /** Nothing is removed while the disk is at most this full; 100 is never full, 0 removes all that may go. */
  readonly highPercent: number;
  /** Images are removed until the disk is at most this full. */
  readonly lowPercent: number;
  /** Images that are known for less time stay. */
  readonly minimumAgeMs: number;
  /** Images that were not used for this long go in any case; 0 for none. */
  readonly maximumAgeMs: number;
}

export interface CollectionResult {
  readonly removed: readonly string[];
  /** Whether the disk is still fuller than it should be. */
  readonly isShort: boolean;
}

/** What a collector knows of an image. */
export interface ImageRecord {
  readonly firstSeen: number;
  readonly lastUsed: number;
}

export interface ImageCollectorOptions {
  readonly store: ImageStore;
  readonly clock: Clock;
  /** Images that no registry has stay. */
  readonly isPinned: (image: StoredImage) => boolean;
  /** How full the disk of the images is, in percent. @default that of the store */
  readonly usedPercent?: () => Promise<number>;
}

/**
 * Removes images that no container uses when their disk is full, those first that were not used for the longest time.
 * When an image was first seen and last used is known since this process was started only, as in other kubelets.
 */
export class ImageCollector {
  readonly #options: ImageCollectorOptions;
  readonly #records = new Map<string, ImageRecord>();

  constructor(options: ImageCollectorOptions) {
    this.#options = options;
  }

  async collect(wish: CollectionWish): Promise<CollectionResult> {
    const { store, clock, isPinned } = this.#options;
    const now = clock.now();
    const images = await store.list();
    const used = new Set([...wish.ids, ...(await store.mountedImages())]);
    const names = new Set(wish.references.flatMap(completeReference));
    const isUsed = ({ id, references }: StoredImage): boolean =>
      used.has(id) || references.some((reference) => names.has(reference));
    this.#observe(images, isUsed, now);
    const candidates = chooseCandidates(
      images.filter((image) => !isUsed(image) && !isPinned(image)),
      { records: this.#records, minimumAgeMs: wish.minimumAgeMs, now },
    );
    const removed: string[] = [];
    let isOver = (await this.#usedPercent()) > wish.highPercent;
    for (const { id } of candidates) {
      const idleMs = now - (this.#records.get(id)?.lastUsed ?? now);
      const isOld = wish.maximumAgeMs > 0 && idleMs > wish.maximumAgeMs;
      if (!isOver && !isOld) continue;
      // A container may have been made from it meanwhile; its root is mounted then.
      await store.remove(id, await store.mountedImages());
      removed.push(id);
      this.#records.delete(id);
      if (isOver) isOver = (await this.#usedPercent()) > wish.lowPercent;
    }
    return { removed, isShort: isOver };
  }

  #observe(images: readonly StoredImage[], isUsed: (image: StoredImage) => boolean, now: number): void {
    const present = new Set(images.map(({ id }) => id));
    for (const id of this.#records.keys()) if (!present.has(id)) this.#records.delete(id);
    for (const image of images) {
      const { firstSeen = now, lastUsed = now } = this.#records.get(image.id) ?? {};
      this.#records.set(image.id, { firstSeen, lastUsed: isUsed(image) ? now : lastUsed });
    }
  }

  async #usedPercent(): Promise<number> {
    const { usedPercent, store } = this.#options;
    if (usedPercent !== undefined) return usedPercent();
    const { blocks, bavail } = await statfs(store.rootsDirectory);
    return blocks === 0 ? 0 : ((blocks - bavail) / blocks) * 100;
  }
}

/** The images that may go, the one first that was not used for the longest time; among equals the one seen first. Pure. */
export function chooseCandidates<Image extends { readonly id: string }>(
  images: readonly Image[],
  state: {
    readonly records: ReadonlyMap<string, ImageRecord>;
    readonly minimumAgeMs: number;
    readonly now: number;
  },
): readonly Image[] {
  const { records, minimumAgeMs, now } = state;
  const record = ({ id }: Image): ImageRecord => records.get(id) ?? { firstSeen: now, lastUsed: now };
  return images
    .filter((image) => now - record(image).firstSeen >= minimumAgeMs)
    .toSorted(
      (one, other) => record(one).lastUsed - record(other).lastUsed || record(one).firstSeen - record(other).firstSeen,
    );
}

/** What is no reference names no image. */
function completeReference(reference: string): readonly string[] {
  try {
    return [formatImageReference(parseImageReference(reference))];
  } catch {
    return [];
  }
}
