import { optionalArgument } from './arguments.ts';

/** The cluster a command looks into. */
export const clusterArgument = optionalArgument('cluster', {
  en: 'of which cluster (default: the one that documents mean which name none)',
  zh: '哪个集群（默认：文档未指定集群时使用的那个）',
});
