import { defineSetting, type Setting } from '../setting.ts';
import { anyText } from '../setting-types/setting-types.ts';

/** Settings of the first KubeMin that mean nothing here, so that its command lines and files go on working. */
export const retiredSettings: readonly Setting<string | undefined>[] = [
  retired('duration', 'leader.duration', 'nothing ever used it; the lease has `--leader-lease-duration`'),
  retired('lock-name', 'leader.lockName', 'the leader is a row of the database, which has one for each installation'),
  retired('leader-namespace', 'leader.namespace', 'the leader is a row of the database, no object of Kubernetes'),
  retired('mysql-max-idle-conns', 'datastore.maxIdleConns', 'connections are kept until they break'),
  retired('mysql-conn-max-lifetime', 'datastore.connMaxLifetime', 'connections are kept until they break'),
  retired('mysql-conn-max-idle-time', 'datastore.connMaxIdleTime', 'connections are kept until they break'),
  retired('enable-tracing', 'tracing.enabled', 'there is no tracing; runs keep their own times and events'),
  retired('auto-tracing', 'tracing.auto', 'there is no tracing; runs keep their own times and events'),
  retired('jaeger-endpoint', 'tracing.jaegerEndpoint', 'there is no tracing; runs keep their own times and events'),
  retired('profiling-addr', 'server.profilingAddr', 'no port is opened for profiling; `node --inspect` opens one'),
  retired(
    'cache-type',
    'cache.cacheType',
    'nothing is cached outside the process; the block only has the address of Redis',
  ),
  retired('cache-ttl', 'cache.cacheTTL', 'nothing is cached outside the process'),
  retired('cache-prefix', 'cache.keyPrefix', 'nothing is cached outside the process; see `--msg-channel-prefix`'),
];

function retired(flag: string, yaml: string, why: string): Setting<string | undefined> {
  return defineSetting<string | undefined>({
    flag,
    yaml: [yaml],
    type: anyText(),
    default: undefined,
    doc: { en: `Has no effect: ${why}.`, zh: '在此不起作用；仅为沿用旧的命令行与文件而保留。' },
    retired: why,
  });
}
