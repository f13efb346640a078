import type { KubeObject } from '@kubemin/kubeapi';

/** The label that says which manager an object belongs to. */
export const ROUTING_LABEL = 'should-be-reconciled-by';

/** The id of a manager that was given none. */
export const MAIN_ID = 'main';

/** How objects find their manager when several are at work. */
export interface LabelRouting {
  /** Objects with another id in their label belong to somebody else. */
  readonly id: string;
  /** Whether objects without the label belong to somebody else, too. */
  readonly onlyLabeled: boolean;
}

/** Whether the object's label sends it here. */
export function isRoutedHere(object: KubeObject, { id, onlyLabeled }: LabelRouting): boolean {
  const label = object.metadata.labels?.[ROUTING_LABEL];
  return label === undefined ? !onlyLabeled : label === id;
}
