import { badRequest } from '@kubemin/kubeapi';

/** Who is meant by the name in a proxy's URL. */
export interface ProxyName {
  readonly scheme: 'http' | 'https';
  readonly name: string;
  /** A number or a name; empty where none is given. */
  readonly port: string;
}

/** Reads `NAME`, `NAME:PORT` and `SCHEME:NAME:PORT`. */
export function readProxyName(kind: string, text: string): ProxyName {
  const parts = text.split(':');
  const [scheme = '', name = '', port = ''] = parts.length === 3 ? parts : ['', ...parts];
  if (parts.length > 3 || name === '' || !['', 'http', 'https'].includes(scheme)) {
    throw badRequest(`invalid ${kind} request ${JSON.stringify(text)}`);
  }
  return { scheme: scheme === 'https' ? 'https' : 'http', name, port };
}
