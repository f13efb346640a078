import type { ComponentReason, ComponentStatus, DocumentText } from '@kubemin/client';
import type { Generated, SealedColumn, Selectable } from '@kubemin/sql';
import type { ClusterTables } from './cluster-tables.ts';
import type { LiveTables } from './live-tables.ts';
import type { ProfileTables } from './profile-tables.ts';
import type { ProjectTables } from './project-tables.ts';

interface ApplicationsTable {
  readonly id: string;
  project: string;
  /** Where it is delivered; never changes. */
  cluster: string;
  /** Cluster and project: together with namespace and name, there is but one. */
  scope: string;
  namespace: string;
  name: string;
  alias: string;
  version: string;
  description: string;
  icon: string;
  tmp_enable: number;
  readonly workflow_id: string;
  /** The current revision: its document is the application. */
  revision: number;
  readonly created_at: number;
  updated_at: number;
  /** The run that deletes it; null while none does. */
  deletion_task: string | null;
}

/** The ids and the state of a component; its definition is in the document of the application's current revision. */
interface ComponentsTable {
  readonly id: Generated<number>;
  readonly app_id: string;
  readonly name: string;
  type: string;
  status: ComponentStatus;
  reason: ComponentReason;
  message: string;
  /** Code and parameters of the message, JSON; null for rows of earlier versions, and for texts of other programs. */
  message_text: string | null;
  ready_replicas: number;
  /** The revision that dropped it; null while the application has it. The row stays, so that the id comes back with the name. */
  removed_in: number | null;
  readonly created_at: number;
  updated_at: number;
  /** Counts the row's changes: two of them may fall into one millisecond. */
  version: number;
}

interface RevisionsTable {
  readonly app_id: string;
  readonly revision: number;
  /** Canonical document, JSON, sealed. */
  readonly document: string;
  /** What the author sent, byte for byte, sealed. */
  readonly source: string;
  readonly source_format: DocumentText['format'];
  /** Names of the components this revision dropped, JSON. */
  readonly removed_components: string;
  readonly creator: string;
  readonly created_at: number;
  /** Workflows beside the document's, JSON, sealed; null for none. */
  readonly workflows: string | null;
  /** How components are updated to this revision where that differs from their documents, JSON; null for nowhere. */
  readonly rollout: string | null;
  /** Keys of what it may use although it belongs to others, JSON; null where that was not written down. */
  permitted: string | null;
  /** What its author describes as new; null for nothing. */
  readonly note: string | null;
  /** Code and parameters of a note of the server, JSON; null for what its author wrote. */
  readonly note_text: string | null;
  /** The request that made it; null for one that cannot be repeated. */
  readonly request_id: string | null;
  /** The run in which it was refused; null for one that was not. */
  refused_by: string | null;
  /** The revision that served when a newer one was refused, which this one goes back to; null for all others. */
  readonly restores: number | null;
}

interface DepartedApplicationsTable {
  readonly id: string;
  /** Its runs stay, and who may look at them is a matter of the project. */
  readonly project: string;
}

/** The server's own tables, and those that are read and written together with them. */
export interface ServerTables extends LiveTables, ClusterTables, ProfileTables, ProjectTables {
  readonly applications: ApplicationsTable;
  readonly components: ComponentsTable;
  readonly revisions: RevisionsTable;
  readonly departed_applications: DepartedApplicationsTable;
}

/** An application as stored. */
export type ApplicationRow = Selectable<ApplicationsTable>;
/** A component's identity and state as stored. */
export type ComponentRow = Selectable<ComponentsTable>;
/** One state of an application's document as stored. */
export type RevisionRow = Selectable<RevisionsTable>;

/** The server's columns whose texts are sealed: they hold what users wrote, or credentials. */
export const SERVER_SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'revisions', key: ['app_id', 'revision'], column: 'document' },
  { table: 'revisions', key: ['app_id', 'revision'], column: 'source' },
  { table: 'revisions', key: ['app_id', 'revision'], column: 'workflows' },
  { table: 'requests', key: ['id'], column: 'answer' },
  { table: 'clusters', key: ['name'], column: 'kubeconfig' },
  { table: 'kept_logs', key: ['id'], column: 'content' },
];
