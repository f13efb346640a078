import { badRequest, isJsonObject } from '@kubemin/kubeapi';

/** Where the next page starts: after this object, in the state at this revision. */
export interface ContinuePoint {
  readonly revision: number;
  readonly namespace: string;
  readonly name: string;
}

const VERSION = 'meta.k8s.io/v1';

/** The token a client sends to get the next page. */
export function formatContinue({ revision, namespace, name }: ContinuePoint): string {
  const start = namespace === '' ? `${name}\0` : `${namespace}/${name}\0`;
  return Buffer.from(JSON.stringify({ v: VERSION, rv: revision, start })).toString('base64url');
}

/** Tokens come back from clients: anything that is not one of ours is a bad request. */
export function parseContinue(token: string): ContinuePoint {
  const value = parseToken(token);
  if (!isJsonObject(value) || value.v !== VERSION || !isRevision(value.rv) || typeof value.start !== 'string') {
    throw badRequest('continue key is not valid: the token does not come from this server');
  }
  const [first = '', second] = value.start.replace(/\0$/, '').split('/');
  return { revision: value.rv, namespace: second === undefined ? '' : first, name: second ?? first };
}

/** -1 stands for whatever is current. */
function isRevision(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value === -1 || Number(value) > 0);
}

function parseToken(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString());
  } catch {
    throw badRequest('continue key is not valid: it cannot be read');
  }
}
