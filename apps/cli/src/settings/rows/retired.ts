import { createTranslator, type Message } from '@kubemin/base/message';
import { retiredSettingMessages } from '../../messages/index.ts';
import { defineSetting, type Setting } from '../setting.ts';
import { anyText } from '../setting-types/setting-types.ts';

/** Settings of the first KubeMin that have no effect; its command lines and files remain valid. */
export const retiredSettings: readonly Setting<string | undefined>[] = [
  retired('duration', 'leader.duration', retiredSettingMessages.duration),
  retired('lock-name', 'leader.lockName', retiredSettingMessages.lockName),
  retired('leader-namespace', 'leader.namespace', retiredSettingMessages.leaderNamespace),
  retired('mysql-max-idle-conns', 'datastore.maxIdleConns', retiredSettingMessages.connections),
  retired('mysql-conn-max-lifetime', 'datastore.connMaxLifetime', retiredSettingMessages.connections),
  retired('mysql-conn-max-idle-time', 'datastore.connMaxIdleTime', retiredSettingMessages.connections),
  retired('enable-tracing', 'tracing.enabled', retiredSettingMessages.tracing),
  retired('auto-tracing', 'tracing.auto', retiredSettingMessages.tracing),
  retired('jaeger-endpoint', 'tracing.jaegerEndpoint', retiredSettingMessages.tracing),
  retired('profiling-addr', 'server.profilingAddr', retiredSettingMessages.profiling),
  retired('cache-type', 'cache.cacheType', retiredSettingMessages.cacheType),
  retired('cache-ttl', 'cache.cacheTTL', retiredSettingMessages.cache),
  retired('cache-prefix', 'cache.keyPrefix', retiredSettingMessages.cachePrefix),
];

function retired(flag: string, yaml: string, why: Message): Setting<string | undefined> {
  const doc = retiredSettingMessages.doc({ why });
  return defineSetting<string | undefined>({
    flag,
    yaml: [yaml],
    type: anyText(),
    default: undefined,
    doc: { en: doc.message, zh: createTranslator('zh')(doc) },
    retired: why,
  });
}
