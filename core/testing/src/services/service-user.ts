import { readFileSync } from 'node:fs';

/** Whom a server runs as. */
export interface ServiceUser {
  readonly uid: number;
  readonly gid: number;
}

/** Servers refuse to run as root: then a system user of theirs, or `nobody`, is used. Undefined for any other user. */
export function serviceUser(name: string): ServiceUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const candidate of [name, 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${candidate}:`))?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(`${name} must not run as root, and this machine has neither a user ${name} nor nobody`);
}
