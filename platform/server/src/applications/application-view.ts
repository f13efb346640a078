import { type Application, type Component, encodeTexts, type Revision } from '@kubemin/client';
import { readStoredDocument } from '@kubemin/engine';
import type { AnyComponent } from '@kubemin/model';
import { type ApplicationRow, type ComponentRow, decodeTextColumn, instant, type RevisionRow } from '../api/index.ts';
import { parseNames } from '../live/index.ts';

type RevisionSummary = Pick<
  RevisionRow,
  | 'revision'
  | 'document'
  | 'removed_components'
  | 'creator'
  | 'created_at'
  | 'note'
  | 'note_text'
  | 'refused_by'
  | 'restores'
>;

/** An application as the contract shows it. */
export function applicationView(row: ApplicationRow): Application {
  return {
    id: row.id,
    name: row.name,
    namespace: row.namespace,
    cluster: row.cluster,
    alias: row.alias,
    project: row.project,
    version: row.version,
    description: row.description,
    icon: row.icon,
    tmpEnable: row.tmp_enable === 1,
    workflowId: row.workflow_id,
    revision: row.revision,
    createTime: instant(row.created_at),
    updateTime: instant(row.updated_at),
  };
}

/** A revision as the contract shows it. */
export function revisionView(row: RevisionSummary, current: number): Revision {
  const { version } = readStoredDocument(row.document, `revision ${row.revision}`);
  return {
    revision: row.revision,
    version: version ?? '',
    creator: row.creator,
    createdAt: instant(row.created_at),
    removedComponents: parseNames(row.removed_components),
    description: row.note ?? '',
    ...encodeTexts({ description: decodeTextColumn(row.note_text, row.note ?? '') }),
    current: row.revision === current,
    ...(row.refused_by !== null && { refusedBy: row.refused_by }),
    ...(row.restores !== null && { restores: row.restores }),
  };
}

/** A component as the contract shows it: its definition, its ids and its state. It comes from a masked document. */
export function componentView(application: ApplicationRow, row: ComponentRow, component: AnyComponent): Component {
  const { image, dependsOn } = component;
  return {
    id: row.id,
    appId: application.id,
    name: component.name,
    namespace: application.namespace,
    type: component.type,
    ...(image !== undefined && { image }),
    // What runs containers has an image, and nothing else has.
    ...(image !== undefined && { replicas: component.replicas, readyReplicas: row.ready_replicas }),
    properties: { ...component.properties },
    traits: { ...component.traits },
    ...(dependsOn !== undefined && { dependsOn }),
    status: row.status,
    reason: row.reason,
    message: row.message,
    ...encodeTexts({ message: decodeTextColumn(row.message_text, row.message) }),
    createTime: instant(row.created_at),
    updateTime: instant(row.updated_at),
  };
}
