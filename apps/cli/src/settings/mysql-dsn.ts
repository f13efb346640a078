const DSN = /^(?<user>[^:@/]+)(?::(?<password>.*))?@tcp\((?<host>[^()]+)\)\/(?<database>[^/?]*)(?:\?(?<rest>.*))?$/s;

/** Turns `user:password@tcp(host:port)/database?…`, as Go programs write it, into a URL; undefined for anything else. */
export function urlOfMysqlDsn(text: string): string | undefined {
  const { user, password, host, database = '', rest = '' } = DSN.exec(text)?.groups ?? {};
  if (user === undefined || host === undefined) return undefined;
  const secret = password === undefined ? '' : `:${encodeURIComponent(password)}`;
  // The rest speaks to Go's driver (charset, parseTime, loc); only encryption concerns ours too.
  const tls = TLS[new URLSearchParams(rest).get('tls') ?? ''];
  const settings = tls === undefined ? '' : `?tls=${tls}`;
  return `mysql://${encodeURIComponent(user)}${secret}@${host}/${encodeURIComponent(database)}${settings}`;
}

const TLS: Readonly<Record<string, string>> = {
  true: 'verified',
  'skip-verify': 'unverified',
  preferred: 'unverified',
};
