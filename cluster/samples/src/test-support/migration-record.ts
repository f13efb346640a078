import type { PhaseObject, PhaseState } from '@kubemin/controller';
import type { RedisMigration } from '../redis-migration/redis-migration-resource.ts';

/** The state of one part of a migration: a phase, or a component by its path. */
export interface Part {
  readonly path: string;
  readonly state: PhaseState;
}

/** All parts that a migration has a state of. */
export function migrationParts(migration: RedisMigration): readonly Part[] {
  return collectParts(readStates(migration.status?.state), '');
}

function collectParts(states: Readonly<Record<string, PhaseState>>, prefix: string): readonly Part[] {
  return Object.entries(states).flatMap(([name, state]) => {
    const path = `${prefix}${name}`;
    return [{ path, state }, ...collectParts(state.state ?? {}, `${path}/`)];
  });
}

/** The schema does not describe the tree; only the machine writes it. */
function readStates(state: unknown): Readonly<Record<string, PhaseState>> {
  return isStates(state) ? state : {};
}

function isStates(state: unknown): state is Readonly<Record<string, PhaseState>> {
  return typeof state === 'object' && state !== null;
}

/** The progress of a migration as one line; equal lines mean equal progress. */
export function describeProgress(migration: RedisMigration): string {
  const parts = migrationParts(migration).map(({ path, state }) => {
    const objects = state.objects?.map(
      ({ id, done, checkpoint }) => `${id}@${done === true ? 'end' : checkpointKeys(checkpoint)}`,
    );
    return `${path}${state.done === true ? '+' : ''}${objects === undefined ? '' : `(${objects.join(' ')})`}`;
  });
  return `${migration.status?.phase ?? ''}: ${parts.join(' ')}`;
}

/** Keys from `from` to `to`, in the order of the walk. */
export interface CopiedPage {
  readonly component: string;
  readonly database: number;
  readonly from: number;
  readonly to: number;
}

/** The pages that one record has more than another. */
export function pagesBetween(before: RedisMigration | undefined, after: RedisMigration): readonly CopiedPage[] {
  const known = new Map((before === undefined ? [] : migrationParts(before)).map(({ path, state }) => [path, state]));
  return migrationParts(after).flatMap(({ path, state }) =>
    (state.objects ?? []).flatMap((object) => {
      const old = known.get(path)?.objects?.find(({ id }) => id === object.id);
      return old?.checkpoint === object.checkpoint ? [] : [copiedPage(path, old, object)];
    }),
  );
}

function copiedPage(path: string, before: PhaseObject | undefined, after: PhaseObject): CopiedPage {
  const component = path.split('/').at(-1) ?? '';
  const database = Number(after.id.replace(/^db/, ''));
  return { component, database, from: checkpointKeys(before?.checkpoint), to: checkpointKeys(after.checkpoint) };
}

function checkpointKeys(checkpoint: string | undefined): number {
  return Number(checkpoint?.split(':').at(-1) ?? 0);
}
