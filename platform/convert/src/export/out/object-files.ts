import type { RenderedObject } from '@kubemin/render';
import { inApplyOrder } from './apply-order.ts';

/** An object and the file it gets to itself. */
export interface ObjectFile {
  readonly file: string;
  readonly rendered: RenderedObject;
}

/** One file per object, in apply order. Objects that differ only in their group or namespace get a number. */
export function objectFiles(objects: readonly RenderedObject[]): readonly ObjectFile[] {
  const used = new Map<string, number>();
  return inApplyOrder(objects).map((rendered) => {
    const { kind, metadata } = rendered.object;
    const stem = `${kind}-${metadata.name ?? ''}`.toLowerCase().replaceAll(/[^a-z0-9.-]/g, '-');
    const count = (used.get(stem) ?? 0) + 1;
    used.set(stem, count);
    return { file: `${stem}${count === 1 ? '' : `-${count}`}.yaml`, rendered };
  });
}
