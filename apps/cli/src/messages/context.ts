import { defineMessages } from '@kubemin/base/message';

/** About saved platforms, preferences, and directories linked to applications. */
export const contextMessages = defineMessages('cli.context', {
  notAList: { en: 'a list of contexts was expected', zh: '应为上下文列表' },
  damaged: { en: '{file} cannot be read: {why:message}', zh: '无法读取 {file}：{why}' },
  fixFile: {
    en: 'fix or remove {file}; kubemin context add saves a platform again',
    zh: '请修复或删除 {file}；kubemin context add 可重新保存平台',
  },
  notFound: { en: 'context {name} not found', zh: '没有上下文 {name}' },
  noneSaved: {
    en: 'no contexts saved yet; add one: kubemin context add NAME --url URL',
    zh: '还没有保存任何上下文；请添加：kubemin context add NAME --url URL',
  },
  thereAre: { en: 'available: {names}', zh: '现有：{names}' },
  noneYet: {
    en: 'no contexts yet; kubemin context add NAME --url URL saves one, kubemin login URL saves one with a token',
    zh: '还没有上下文；kubemin context add NAME --url URL 可保存一个，kubemin login URL 会连同令牌一起保存',
  },
  current: { en: 'CURRENT', zh: '当前' },
  where: { en: 'LOCATION', zh: '位置' },
  withToken: { en: 'TOKEN', zh: '令牌' },
  yes: { en: 'yes', zh: '有' },
  no: { en: 'no', zh: '无' },
  saved: { en: 'context {name} saved', zh: '已保存上下文 {name}' },
  inUse: { en: 'switched to context {name}', zh: '已切换到上下文 {name}' },
  noneInUse: {
    en: 'no context in use; commands use the nearest data directory',
    zh: '没有使用上下文；命令使用最近的数据目录',
  },
  forgotten: { en: 'context {name} removed', zh: '已删除上下文 {name}' },
  willForget: { en: 'Context {name} and its token will be removed.', zh: '上下文 {name} 及其令牌将被删除。' },
  exists: { en: 'context {name} already exists', zh: '已有上下文 {name}' },
  replaceIt: { en: 'replace it with --force, or choose another name', zh: '加上 --force 以替换它，或换一个名称' },
  nameNeedsPlace: { en: 'no platform given', zh: '没有指定平台' },
  givePlace: {
    en: 'pass --url URL, or --data-dir DIR for a platform on this machine',
    zh: '加上 --url URL；本机的平台用 --data-dir DIR',
  },
  urlWrong: { en: '{text} is not the URL of a platform', zh: '{text} 不是平台的地址' },
  urlLike: {
    en: 'write it as http://127.0.0.1:8080 or https://kubemin.example.com',
    zh: '请写成 http://127.0.0.1:8080 或 https://kubemin.example.com',
  },
  twoPlaces: {
    en: '--context and --data-dir cannot be used together',
    zh: '--context 与 --data-dir 不能同时使用',
  },
  takeOne: { en: 'pass only one of them', zh: '只给出其中一个' },
  noToken: { en: 'context {name} has no token', zh: '上下文 {name} 没有令牌' },
  logInAgain: {
    en: 'store one with kubemin login --name {name}, or set KUBEMIN_TOKEN',
    zh: 'kubemin login --name {name} 可保存令牌，或设置 KUBEMIN_TOKEN',
  },
  tokenAsk: { en: 'Token for {url}', zh: '{url} 的令牌' },
  tokenNeeded: { en: 'a token for {url} is required', zh: '需要 {url} 的令牌' },
  tokenFrom: {
    en: 'pipe it in with --with-token, or set KUBEMIN_TOKEN; kubemin token create creates one',
    zh: '用 --with-token 从标准输入传入，或设置 KUBEMIN_TOKEN；kubemin token create 可创建令牌',
  },
  urlNeeded: { en: 'no platform to log in to', zh: '没有指定要登录的平台' },
  giveUrl: {
    en: 'kubemin login URL, or kubemin login --name CONTEXT',
    zh: 'kubemin login URL，或 kubemin login --name CONTEXT 指定上下文',
  },
  loggedIn: {
    en: 'logged in to {url} as {user}; context {name} is in use',
    zh: '已以 {user} 登录 {url}；现在使用上下文 {name}',
  },
  loggedOut: {
    en: 'token of context {name} removed; it stays valid until it is revoked',
    zh: '已删除上下文 {name} 的令牌；令牌在吊销之前仍然有效',
  },
  wasLoggedOut: { en: 'context {name} has no token', zh: '上下文 {name} 没有令牌' },
  directoryToken: {
    en: 'context {name} is a data directory on this machine; its token is kept there',
    zh: '上下文 {name} 是本机的数据目录，它的令牌保留在那里',
  },
  removeInstead: {
    en: 'remove the context with kubemin context rm {name}',
    zh: 'kubemin context rm {name} 可删除该上下文',
  },
  nothingInUse: { en: 'no context in use', zh: '没有使用上下文' },
  nameOne: { en: 'name one: kubemin logout NAME', zh: '请指定一个：kubemin logout NAME' },
  preference: { en: 'PREFERENCE', zh: '偏好' },
  notSet: { en: 'not set', zh: '未设置' },
  setTo: { en: '{name} set to {value}', zh: '{name} 已设为 {value}' },
  unset: { en: '{name} unset', zh: '{name} 已取消设置' },
  linked: { en: 'linked {directory} to {app}', zh: '{directory} 已关联到 {app}' },
  unlinked: { en: 'unlinked {directory}', zh: '已取消 {directory} 的关联' },
  notLinked: { en: '{directory} is not linked to an application', zh: '{directory} 没有关联任何应用' },
  appNeeded: {
    en: 'no application given, and this directory is not linked to one',
    zh: '没有指定应用，当前目录也没有关联应用',
  },
  giveApp: {
    en: 'name it, or link this directory: kubemin link APP',
    zh: '请给出名称，或关联当前目录：kubemin link APP',
  },
});

/** About the platform that commands talk to. */
export const connectMessages = defineMessages('cli.connect', {
  tokenMissing: {
    en: 'KUBEMIN_URL is {url}, but KUBEMIN_TOKEN is not set',
    zh: 'KUBEMIN_URL 是 {url}，但没有设置 KUBEMIN_TOKEN',
  },
  setToken: { en: 'set KUBEMIN_TOKEN to a token of that platform', zh: '请把 KUBEMIN_TOKEN 设为该平台的令牌' },
  notRunning: { en: 'no running KubeMin found (looked in {path})', zh: '没有找到正在运行的 KubeMin（查看了 {path}）' },
  startOne: {
    en: 'start one with kubemin up, select one with --data-dir DIR, or set KUBEMIN_URL and KUBEMIN_TOKEN',
    zh: '用 kubemin up 启动一个，用 --data-dir DIR 指定一个，或设置 KUBEMIN_URL 与 KUBEMIN_TOKEN',
  },
  chooseRunning: {
    en: 'running: {running}; choose one with --data-dir DIR, or start one with kubemin up',
    zh: '正在运行：{running}；用 --data-dir DIR 选择，或用 kubemin up 启动一个',
  },
  oneOfSeveral: {
    en: 'using {path} ({url}); also running: {others}; select one with --data-dir DIR',
    zh: '使用 {path}（{url}）；另有正在运行的：{others}；用 --data-dir DIR 选择',
  },
  severalRun: { en: 'several platforms are running: {running}', zh: '有多个平台正在运行：{running}' },
  selectDirectory: { en: 'select one with --data-dir DIR', zh: '请用 --data-dir DIR 指明是哪一个' },
  notOfThisMachine: {
    en: '{url} is not a platform of a data directory on this machine',
    zh: '{url} 不是本机数据目录上的平台',
  },
});

/** About plain requests, and pages in a browser. */
export const apiMessages = defineMessages('cli.api', {
  unreachable: { en: '{url} does not respond: {why:message}', zh: '{url} 没有应答：{why}' },
  diagnose: { en: 'run kubemin doctor to find the reason', zh: 'kubemin doctor 会查找原因' },
  inputUnreadable: { en: '{file} cannot be read: {why:message}', zh: '无法读取 {file}：{why}' },
  giveInput: {
    en: 'name a file with --input FILE, or pipe the body in with --input -',
    zh: '用 --input FILE 指定文件，或用 --input - 从标准输入传入请求体',
  },
  noConsole: {
    en: 'the platform at {url} serves no web console; kubemin status and kubemin run watch show the same',
    zh: '{url} 处的平台不提供网页控制台；kubemin status 与 kubemin run watch 显示同样的内容',
  },
  noBrowser: { en: 'cannot open a browser; use the address above', zh: '无法打开浏览器；请使用上面的地址' },
});
