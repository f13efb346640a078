import type { KubeObject } from '@kubemin/kubeapi';

/** A write that was tried out: what there was, and what there would be. Absent is what is not there. */
export interface RehearsedWrite {
  readonly before?: KubeObject;
  readonly after?: KubeObject;
}

/** What a write comes to; another object under the same name is a replacement. */
export function changeOf({ before, after }: RehearsedWrite): 'create' | 'update' | 'replace' | 'delete' {
  if (after === undefined) return 'delete';
  if (before === undefined) return 'create';
  return before.metadata.uid === after.metadata.uid ? 'update' : 'replace';
}

/** Writes of one object in a row as the one they come to: what is deleted and then created is replaced. */
export function netWrites(writes: readonly RehearsedWrite[]): readonly RehearsedWrite[] {
  const byObject = Map.groupBy(writes, ({ before, after }) => keyOf(after ?? before));
  return [...byObject.values()].flatMap((all) => {
    const before = all[0]?.before;
    const after = all.at(-1)?.after;
    if (before === undefined && after === undefined) return [];
    return [{ ...(before !== undefined && { before }), ...(after !== undefined && { after }) }];
  });
}

function keyOf(object: KubeObject | undefined): string {
  const { namespace = '', name = '' } = object?.metadata ?? {};
  return `${object?.kind}/${namespace}/${name}`;
}
