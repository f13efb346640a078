import { settingValueMessages } from '../../messages/index.ts';
import { defineSetting } from '../setting.ts';
import { duration, textList, wholeNumber } from '../setting-types/setting-types.ts';

/** What is streamed from pods: followed logs and events, and sessions in containers. */
export const streamSettings = {
  followersMax: defineSetting({
    flag: 'followers-max',
    yaml: ['streams.followersMax'],
    type: wholeNumber({ min: 1 }),
    default: 500,
    doc: {
      en: 'Maximum number of logs and cluster events of applications that are followed through this instance at once; further requests get status 429.',
      zh: '经由本实例同时跟随的应用日志与集群事件的上限；超出者以 429 应答。',
    },
  }),
  execIdleTimeout: defineSetting({
    flag: 'exec-idle-timeout',
    yaml: ['streams.execIdleTimeout'],
    type: duration(1_000),
    default: 900_000,
    doc: {
      en: 'How long a session of exec, attach or port-forward may stay open without data in either direction.',
      zh: 'exec、attach 或端口转发的会话在两个方向都没有数据时可保持多久。',
    },
  }),
  execSessionsMax: defineSetting({
    flag: 'exec-sessions-max',
    yaml: ['streams.execSessionsMax'],
    type: wholeNumber({ min: 1 }),
    default: 200,
    doc: {
      en: 'Maximum number of sessions of exec, attach and port-forward through this instance; each connection to a forwarded port is one. Further ones get status 429.',
      zh: '经由本实例的 exec、attach 与端口转发会话的上限；端口转发的每个连接算一个会话。超出者以 429 应答。',
    },
  }),
  execSessionsPerUser: defineSetting({
    flag: 'exec-sessions-per-user',
    yaml: ['streams.execSessionsPerUser'],
    type: wholeNumber({ min: 1 }),
    default: 50,
    doc: { en: 'Maximum number of them of one user.', zh: '其中单个用户的上限。' },
  }),
  debugImages: defineSetting({
    flag: 'debug-images',
    yaml: ['streams.debugImages'],
    type: textList({
      expected: settingValueMessages.imagePattern,
      example: 'busybox:stable,registry.example.com/debug/*',
      pattern: /^[^\s*]+\*?$/,
    }),
    default: [],
    doc: {
      en: 'Images that containers for debugging may use, separated by commas; an image that ends with * means all that begin with it. Empty allows all images.',
      zh: '调试容器可用的镜像，以逗号分隔；以 * 结尾表示以此开头的所有镜像。留空则允许所有镜像。',
    },
  }),
} as const;
