import type { Message } from '@kubemin/base/message';
import { quantityValue } from '../../field/index.ts';
import { storageMessages } from '../../messages/index.ts';
import type { ChangeContext } from '../change-rules.ts';

/** A volume as far as changes of it can be refused. */
interface ChangingVolume {
  readonly name: string;
  readonly type: string;
  readonly size?: string | undefined;
  readonly tmpCreate: boolean;
  readonly claimName?: string | undefined;
  readonly storageClass?: string | undefined;
}

interface Claim extends ChangingVolume {
  readonly index: number;
}

/** Reports changes of claims that Kubernetes refuses: they never shrink, and some of their fields never change. */
export function checkStorageChange(
  previous: readonly ChangingVolume[],
  next: readonly ChangingVolume[],
  context: ChangeContext,
): void {
  const [before, now] = [volumeClaims(previous), volumeClaims(next)];
  for (const [name, claim] of now) {
    const old = before.get(name);
    if (old !== undefined) checkClaim(old, claim, context);
  }
  if (context.claims === 'templates') checkTemplates(before, now, context);
}

/** The claims we make, by name; a volume mounted twice has one. */
function volumeClaims(volumes: readonly ChangingVolume[]): ReadonlyMap<string, Claim> {
  const claims = new Map<string, Claim>();
  for (const [index, volume] of volumes.entries()) {
    const isOurs = volume.type === 'persistent' && (volume.tmpCreate || volume.claimName === undefined);
    if (isOurs && !claims.has(volume.name)) claims.set(volume.name, { ...volume, index });
  }
  return claims;
}

function checkClaim(old: Claim, claim: Claim, { claims, report }: ChangeContext): void {
  const [before, now] = [quantityValue(old.size ?? ''), quantityValue(claim.size ?? '')];
  if (now < before) {
    report({
      path: [claim.index, 'size'],
      code: 'STORAGE_SHRINK',
      message: storageMessages.cannotShrink({ name: claim.name, from: old.size ?? '', to: claim.size ?? '' }),
      fix: storageMessages.cannotShrinkFix({ size: old.size ?? '' }),
    });
  } else if (now > before && claims === 'templates' && claim.tmpCreate) {
    report({
      path: [claim.index, 'size'],
      code: 'CLAIMS_NOT_RESIZED',
      message: storageMessages.templateGrows({ name: claim.name, from: old.size ?? '', to: claim.size ?? '' }),
      fix: storageMessages.templateGrowsFix,
      severity: 'warning',
    });
  }
  if (old.storageClass !== claim.storageClass) {
    report({
      path: [claim.index, 'storageClass'],
      code: 'IMMUTABLE_CHANGE',
      message: storageMessages.classFixed({ name: claim.name, from: describeClass(old), to: describeClass(claim) }),
      fix: storageMessages.classFixedFix,
    });
  }
}

function describeClass({ storageClass }: Claim): Message {
  return storageClass === undefined ? storageMessages.defaultClass : storageMessages.namedClass({ name: storageClass });
}

function checkTemplates(
  before: ReadonlyMap<string, Claim>,
  now: ReadonlyMap<string, Claim>,
  { component, report }: ChangeContext,
): void {
  const fix = storageMessages.templateFix;
  for (const [name, claim] of now) {
    if (!claim.tmpCreate || before.get(name)?.tmpCreate === true) continue;
    const message = storageMessages.templateAdded({ component: component.name, name });
    report({ path: [claim.index, 'tmpCreate'], code: 'IMMUTABLE_CHANGE', message, fix });
  }
  for (const [name, claim] of before) {
    if (!claim.tmpCreate || now.get(name)?.tmpCreate === true) continue;
    const message = storageMessages.templateRemoved({ component: component.name, name });
    report({ path: [], code: 'IMMUTABLE_CHANGE', message, fix: storageMessages.templateRemovedFix });
  }
}
