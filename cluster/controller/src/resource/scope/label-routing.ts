import type { KubeObject } from '@kubemin/kubeapi';

/** The label with the id of the manager that reconciles an object. */
export const ROUTING_LABEL = 'should-be-reconciled-by';

/** The default id of a manager. */
export const MAIN_ID = 'main';

/** Which objects a manager reconciles when several managers run. */
export interface LabelRouting {
  /** Objects with another id in their label are skipped. */
  readonly id: string;
  /** Whether objects without the label are skipped as well. */
  readonly onlyLabeled: boolean;
}

/** Whether the label of the object selects this manager. */
export function isRoutedHere(object: KubeObject, { id, onlyLabeled }: LabelRouting): boolean {
  const label = object.metadata.labels?.[ROUTING_LABEL];
  return label === undefined ? !onlyLabeled : label === id;
}
