import { configRow, mapValue } from '@kubemin/controller/app';

/** Settings of the controllers that the hub brings along. */
export const hubRows = {
  redisInstances: configRow({
    flag: 'redismigration-instances',
    yaml: ['redismigration.instances'],
    only: 'file',
    type: mapValue('ali-123: redis://10.0.0.5:6379'),
    default: new Map(),
    doc: {
      en: 'addresses of Redis servers, by the names that migrations may use for them',
      zh: 'Redis 服务器的地址，按迁移可用的名称给出',
    },
  }),
} as const;
