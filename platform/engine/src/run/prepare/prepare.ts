import type { Operation, OperationKind } from '../../operation.ts';
import type { Preparation, PrepareContext, Prepared } from './preparation.ts';
import { prepareDelete } from './prepare-delete.ts';
import { prepareDeploy } from './prepare-deploy.ts';
import { prepareRestart } from './prepare-restart.ts';
import { prepareScale } from './prepare-scale.ts';
import { prepareUndo } from './prepare-undo.ts';

const PREPARATIONS: { readonly [K in OperationKind]: Preparation<K> } = {
  deploy: prepareDeploy,
  scale: prepareScale,
  restart: prepareRestart,
  delete: prepareDelete,
  undo: prepareUndo,
};

/** Renders and plans everything before anything is written. */
export function prepare<K extends OperationKind>(
  context: PrepareContext,
  operation: Extract<Operation, { readonly kind: K }> & { readonly kind: K },
): Promise<Prepared> {
  return PREPARATIONS[operation.kind](context, operation);
}
