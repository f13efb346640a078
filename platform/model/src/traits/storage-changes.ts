import type { ChangeContext } from '../change-rules.ts';
import { quantityValue } from '../quantity.ts';

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
  const [before, now] = [claimsOf(previous), claimsOf(next)];
  for (const [name, claim] of now) {
    const old = before.get(name);
    if (old !== undefined) checkClaim(old, claim, context);
  }
  if (context.claims === 'templates') checkTemplates(before, now, context);
}

/** The claims we make, by name; a volume mounted twice has one. */
function claimsOf(volumes: readonly ChangingVolume[]): ReadonlyMap<string, Claim> {
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
      message: `The volume "${claim.name}" has ${old.size}; volumes cannot shrink to ${claim.size}.`,
      fix: `Keep at least ${old.size}, or make a new volume under another name and copy the data.`,
    });
  } else if (now > before && claims === 'templates' && claim.tmpCreate) {
    report({
      path: [claim.index, 'size'],
      code: 'CLAIMS_NOT_RESIZED',
      message: `The claims made from "${claim.name}" grow from ${old.size} to ${claim.size} only where their storage class allows it.`,
      fix: 'Check that the storage class allows volumes to be expanded; the run says what became of each claim.',
      severity: 'warning',
    });
  }
  if (old.storageClass !== claim.storageClass) {
    report({
      path: [claim.index, 'storageClass'],
      code: 'IMMUTABLE_CHANGE',
      message: `The volume "${claim.name}" is of the class ${nameOf(old)}; it cannot become ${nameOf(claim)}.`,
      fix: 'Make a new volume under another name and copy the data.',
    });
  }
}

function nameOf({ storageClass }: Claim): string {
  return storageClass === undefined ? 'the cluster uses by default' : `"${storageClass}"`;
}

function checkTemplates(
  before: ReadonlyMap<string, Claim>,
  now: ReadonlyMap<string, Claim>,
  { component, report }: ChangeContext,
): void {
  const fix =
    'Use a volume without tmpCreate, whose claim is an object of its own, or give the component a new name and copy the data.';
  for (const [name, claim] of now) {
    if (!claim.tmpCreate || before.get(name)?.tmpCreate === true) continue;
    const message = `"${component.name}" cannot get the claim template "${name}" any more: they are fixed when it is created.`;
    report({ path: [claim.index, 'tmpCreate'], code: 'IMMUTABLE_CHANGE', message, fix });
  }
  for (const [name, claim] of before) {
    if (!claim.tmpCreate || now.get(name)?.tmpCreate === true) continue;
    const message = `"${component.name}" cannot lose the claim template "${name}": they are fixed when it is created.`;
    report({ path: [], code: 'IMMUTABLE_CHANGE', message, fix: 'Keep the volume, or give the component a new name.' });
  }
}
