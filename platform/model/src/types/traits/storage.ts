import { isRecord } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import * as z from 'zod';
import { repetitions } from '../../field/index.ts';
import { storageMessages } from '../../messages/index.ts';
import { ignoredField } from '../../problem/index.ts';
import type { CheckContext } from '../check-context.ts';
import type { ExclusiveName } from '../exclusive-name.ts';
import { expectSource } from '../reference.ts';
import { defineTrait } from '../trait.ts';
import { checkStorageChange } from './storage-changes.ts';
import { completeVolume, type Volume, volume } from './volume.ts';

/** The rules about the volumes of one container. */
function checkVolumes(volumes: readonly Volume[], context: CheckContext): void {
  for (const [index, entry] of volumes.entries()) {
    checkSource(entry, index, context);
    reportIgnored(entry, index, context);
    reportRedefinition(entry, index, context);
  }
  reportClashes(volumes, context);
}

function checkSource(
  { type, name, sourceName = name, items = [] }: Volume,
  index: number,
  context: CheckContext,
): void {
  if (type !== 'config' && type !== 'secret') return;
  expectSource(context, { kind: type, name: sourceName, path: [index, 'sourceName'] });
  if (context.sourceKeys(type, sourceName) === undefined) return;
  for (const [at, { key }] of items.entries()) {
    expectSource(context, { kind: type, name: sourceName, key, path: [index, 'items', at] });
  }
}

/** Scratch space is how a nested container only mounts a volume of the component. */
function reportRedefinition({ name, type }: Volume, index: number, context: CheckContext): void {
  if (context.container === context.component.name || type === 'ephemeral') return;
  const volumes: unknown = context.trait('storage');
  const first = Array.isArray(volumes) ? volumes.find((other) => isRecord(other) && other.name === name) : undefined;
  if (first === undefined || first.type === type) return;
  context.report({
    path: [index, 'type'],
    code: 'DUPLICATE_VOLUME',
    message: storageMessages.mountedOnly({ name, type: first.type }),
    fix: storageMessages.mountedOnlyFix,
    severity: 'warning',
  });
}

const ONLY_PERSISTENT = ['size', 'claimName', 'storageClass'] as const;

function reportIgnored(entry: Volume, index: number, context: CheckContext): void {
  const ignore = (name: string, reason: Message) => context.report(ignoredField([index, name], reason));
  if (entry.type !== 'persistent') {
    for (const name of ONLY_PERSISTENT) if (entry[name] !== undefined) ignore(name, storageMessages.notPersistent);
    if (entry.tmpCreate) ignore('tmpCreate', storageMessages.notPersistent);
  } else if (entry.tmpCreate && entry.claimName !== undefined) {
    ignore('claimName', storageMessages.newClaim);
  }
  if (entry.type !== 'persistent' && entry.type !== 'ephemeral') return;
  if (entry.sourceName !== undefined) ignore('sourceName', storageMessages.noSource);
  if (entry.items !== undefined) ignore('items', storageMessages.noKeys);
}

function reportClashes(volumes: readonly Volume[], context: CheckContext): void {
  for (const { index, key } of repetitions(volumes, (entry) => entry.mountPath)) {
    context.report({
      path: [index, 'mountPath'],
      code: 'DUPLICATE_MOUNT_PATH',
      message: storageMessages.pathTaken({ path: key }),
      fix: storageMessages.pathTakenFix,
      severity: 'warning',
    });
  }
  for (const { index, key } of repetitions(volumes, (entry) => entry.name)) {
    const first = volumes.find((entry) => entry.name === key);
    const second = volumes[index];
    if (first === undefined || second === undefined || sameVolume(first, second)) continue;
    context.report({
      path: [index, 'name'],
      code: 'DUPLICATE_VOLUME',
      message: storageMessages.nameTaken({ name: key }),
      fix: storageMessages.nameTakenFix,
    });
  }
}

// Size, class and items are given once: the entry that only adds a mount need not repeat them.
function sameVolume(first: Volume, second: Volume): boolean {
  return (
    first.type === second.type &&
    first.sourceName === second.sourceName &&
    first.tmpCreate === second.tmpCreate &&
    first.claimName === second.claimName &&
    (second.items === undefined || JSON.stringify(first.items) === JSON.stringify(second.items))
  );
}

/** Volumes: their kind, where they come from and where the container sees them. */
export const storage = defineTrait({
  summary: 'Volumes: persistent claims, scratch space, mounted configs and secrets.',
  scope: 'container',
  schema: z.array(volume).max(100),
  complete: (volumes, owner) => volumes.map((entry, index) => completeVolume(entry, index, owner.container)),
  checkChange: (previous = [], next = [], context) => checkStorageChange(previous, next, context),
  check: checkVolumes,
  exclusiveNames: (volumes, { claims }) => (claims === 'templates' ? [] : ownClaims(volumes)),
});

/** A claim made for the application is called after the volume alone, so two components cannot both have one. */
function ownClaims(volumes: readonly Volume[]): readonly ExclusiveName[] {
  return volumes.flatMap(({ type, tmpCreate, name }, index) =>
    type === 'persistent' && tmpCreate ? [{ object: storageMessages.claim({ name }), path: [index, 'name'] }] : [],
  );
}
