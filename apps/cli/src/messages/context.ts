import { defineMessages } from '@kubemin/base/message';

/** About saved platforms, preferences, and directories linked to applications. */
export const contextMessages = defineMessages('cli.context', {
  notAList: { en: 'a list of contexts was expected', zh: '应为上下文列表' },
  damaged: { en: '{file} cannot be read: {why:message}', zh: '无法读取 {file}：{why}' },
  mendFile: {
    en: 'mend {file} or remove it; kubemin context add saves a platform anew',
    zh: '请修复或删除 {file}；kubemin context add 可重新保存平台',
  },
  notFound: { en: 'there is no context {name}', zh: '没有上下文 {name}' },
  noneSaved: {
    en: 'none is saved yet: kubemin context add NAME --url URL',
    zh: '还没有保存任何上下文：kubemin context add NAME --url URL',
  },
  thereAre: { en: 'there are: {names}', zh: '现有：{names}' },
  noneYet: {
    en: 'no contexts yet; kubemin context add NAME --url URL saves one, kubemin login URL does so with a token',
    zh: '还没有上下文；kubemin context add NAME --url URL 可保存一个，kubemin login URL 会连同令牌一起保存',
  },
  current: { en: 'CURRENT', zh: '当前' },
  where: { en: 'WHERE', zh: '位置' },
  withToken: { en: 'TOKEN', zh: '令牌' },
  yes: { en: 'yes', zh: '有' },
  no: { en: 'no', zh: '无' },
  saved: { en: 'context {name} is saved', zh: '已保存上下文 {name}' },
  inUse: { en: 'context {name} is in use now', zh: '现在使用上下文 {name}' },
  noneInUse: {
    en: 'no context is in use; commands talk to the nearest data directory',
    zh: '没有使用上下文；命令与最近的数据目录通信',
  },
  forgotten: { en: 'context {name} is forgotten', zh: '已删除上下文 {name}' },
  willForget: { en: 'Context {name} and its token will be forgotten.', zh: '上下文 {name} 及其令牌将被删除。' },
  exists: { en: 'there is a context {name} already', zh: '已有上下文 {name}' },
  replaceIt: { en: 'add --force to replace it, or take another name', zh: '加上 --force 以替换它，或换一个名称' },
  nameNeedsPlace: { en: 'it is not said which platform to save', zh: '没有说明要保存哪个平台' },
  givePlace: {
    en: 'add --url URL, or --data-dir DIR for one of this machine',
    zh: '加上 --url URL；本机的平台用 --data-dir DIR',
  },
  urlWrong: { en: '{text} is no address of a platform', zh: '{text} 不是平台的地址' },
  urlLike: {
    en: 'write it as http://127.0.0.1:8080 or https://kubemin.example.com',
    zh: '请写成 http://127.0.0.1:8080 或 https://kubemin.example.com',
  },
  twoPlaces: {
    en: '--context and --data-dir both say which platform to talk to',
    zh: '--context 与 --data-dir 都指定了要通信的平台',
  },
  takeOne: { en: 'give one of them', zh: '只给出其中一个' },
  noToken: { en: 'context {name} has no token', zh: '上下文 {name} 没有令牌' },
  logInAgain: {
    en: 'kubemin login --name {name} stores one, or set KUBEMIN_TOKEN',
    zh: 'kubemin login --name {name} 可保存令牌，或设置 KUBEMIN_TOKEN',
  },
  tokenAsk: { en: 'Token for {url}', zh: '{url} 的令牌' },
  tokenNeeded: { en: 'a token for {url} is needed', zh: '需要 {url} 的令牌' },
  tokenFrom: {
    en: 'pipe it in with --with-token, or set KUBEMIN_TOKEN; kubemin token create makes one',
    zh: '用 --with-token 从标准输入传入，或设置 KUBEMIN_TOKEN；kubemin token create 可创建令牌',
  },
  urlNeeded: { en: 'which platform to log in to is not said', zh: '没有说明要登录哪个平台' },
  giveUrl: {
    en: 'kubemin login URL, or kubemin login --name CONTEXT',
    zh: 'kubemin login URL，或 kubemin login --name CONTEXT 指定上下文',
  },
  loggedIn: {
    en: 'logged in to {url} as {user}; context {name} is in use',
    zh: '已以 {user} 登录 {url}；现在使用上下文 {name}',
  },
  loggedOut: {
    en: 'the token of context {name} is forgotten; it stays valid until it is revoked',
    zh: '已忘记上下文 {name} 的令牌；令牌在吊销之前仍然有效',
  },
  wasLoggedOut: { en: 'context {name} has no token', zh: '上下文 {name} 没有令牌' },
  directoryToken: {
    en: 'context {name} is a data directory of this machine, whose token stays there',
    zh: '上下文 {name} 是本机的数据目录，它的令牌保留在那里',
  },
  removeInstead: {
    en: 'kubemin context rm {name} forgets the context',
    zh: 'kubemin context rm {name} 可删除该上下文',
  },
  nothingInUse: { en: 'no context is in use', zh: '没有使用上下文' },
  nameOne: { en: 'name one: kubemin logout NAME', zh: '请指定一个：kubemin logout NAME' },
  preference: { en: 'PREFERENCE', zh: '偏好' },
  notSet: { en: 'not set', zh: '未设置' },
  setTo: { en: '{name} is {value} now', zh: '{name} 现在是 {value}' },
  unset: { en: '{name} is not set any more', zh: '{name} 不再设置' },
  linked: { en: '{directory} is linked to {app}', zh: '{directory} 已关联到 {app}' },
  unlinked: { en: '{directory} is linked to nothing any more', zh: '{directory} 不再关联任何应用' },
  notLinked: { en: '{directory} is linked to nothing', zh: '{directory} 没有关联任何应用' },
  appNeeded: {
    en: 'which application is meant is not said, and this directory is linked to none',
    zh: '没有说明是哪个应用，当前目录也没有关联应用',
  },
  giveApp: {
    en: 'name it, or link this directory: kubemin link APP',
    zh: '请给出名称，或关联当前目录：kubemin link APP',
  },
});
