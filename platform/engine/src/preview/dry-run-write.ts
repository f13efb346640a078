import type { KubeObject } from '@kubemin/kubeapi';

/** A write that was tried out: what there was, and what there would be. Absent is what is not there. */
export interface DryRunWrite {
  readonly before?: KubeObject;
  readonly after?: KubeObject;
}

/** What a write comes to; another object under the same name is a replacement. */
export function writeAction({ before, after }: DryRunWrite): 'create' | 'update' | 'replace' | 'delete' {
  if (after === undefined) return 'delete';
  if (before === undefined) return 'create';
  return before.metadata.uid === after.metadata.uid ? 'update' : 'replace';
}

/** Writes of one object in a row as the one they come to: what is deleted and then created is replaced. */
export function netWrites(writes: readonly DryRunWrite[]): readonly DryRunWrite[] {
  const byObject = Map.groupBy(writes, ({ before, after }) => objectKey(after ?? before));
  return [...byObject.values()].flatMap((all) => {
    const before = all[0]?.before;
    const after = all.at(-1)?.after;
    if (before === undefined && after === undefined) return [];
    return [{ ...(before !== undefined && { before }), ...(after !== undefined && { after }) }];
  });
}

function objectKey(object: KubeObject | undefined): string {
  const { namespace = '', name = '' } = object?.metadata ?? {};
  return `${object?.kind}/${namespace}/${name}`;
}
