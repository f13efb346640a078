import { defineMessages } from '@kubemin/base/message';

/** Opening a database. */
export const openMessages = defineMessages('sql.open', {
  unknownScheme: {
    en: 'database URL begins with "{scheme}:"; use one of {known}',
    zh: '数据库 URL 以“{scheme}:”开头；请使用其中之一：{known}',
  },
  noFile: {
    en: 'database URL has no file; use sqlite:<path>',
    zh: '数据库 URL 中没有文件；请写成 sqlite:<路径>',
  },
  migrationMismatch: {
    en: 'the database has {owner} migration "{name}" at position {position:number} where this program has {known:message}: it was created by another version; start that version or a newer one, or use another data directory',
    zh: '数据库在第 {position} 位的 {owner} 迁移是“{name}”，而本程序在该处{known}：它由另一个版本创建；请启动该版本或更新的版本，或使用另一个数据目录',
  },
  noMigration: {
    en: 'none',
    zh: '没有迁移',
  },
  migration: {
    en: '"{name}"',
    zh: '是“{name}”的迁移',
  },
  oldServer: {
    en: 'the server is {version}; MySQL 8.0, MariaDB 10.6 or newer is required',
    zh: '服务器是 {version}；需要 MySQL 8.0、MariaDB 10.6 或更新的版本',
  },
  migratingElsewhere: {
    en: 'another process has been migrating the database for an hour',
    zh: '另一个进程迁移该数据库已超过一小时',
  },
  isServerRunning: {
    en: 'check that the server is running, and its host and port',
    zh: '请检查服务器是否在运行，以及主机和端口',
  },
  checkUser: {
    en: 'check user and password, and that the server accepts this user from here',
    zh: '请检查用户和密码，以及服务器是否允许该用户从此处连接',
  },
  createDatabase: {
    en: 'create the database first, or use another',
    zh: '请先创建该数据库，或使用另一个',
  },
  noConnectionLeft: {
    en: 'the server has no connection left; raise its limit, or lower the pool size',
    zh: '服务器没有可用连接；请提高其上限，或减小连接池',
  },
  seeCause: {
    en: 'see the cause',
    zh: '请查看原因',
  },
  cannotConnect: {
    en: 'cannot connect to {server:message} ({reason:message}): {advice:message}',
    zh: '无法连接到 {server}（{reason}）：{advice}',
  },
  server: {
    en: 'database {database} on {host}:{port} (user {user})',
    zh: '{host}:{port} 上的数据库 {database}（用户 {user}）',
  },
  notAUrl: {
    en: 'it is not a URL',
    zh: '它不是 URL',
  },
  noDatabase: {
    en: 'it has no database',
    zh: '其中没有数据库',
  },
  noUser: {
    en: 'it has no user',
    zh: '其中没有用户',
  },
  unknownSetting: {
    en: 'unknown setting "{name}"; use one of {known}',
    zh: '未知设置“{name}”；请使用其中之一：{known}',
  },
  invalidSetting: {
    en: '"{value}" is not a value of {name}',
    zh: '“{value}”不是 {name} 的有效值',
  },
  invalidUrl: {
    en: 'invalid database URL: {problem:message}; use scheme://user:password@host:port/database',
    zh: '无效的数据库 URL：{problem}；请写成 scheme://user:password@host:port/database',
  },
  inUse: {
    en: 'another process is using it; stop that process, or use another data directory',
    zh: '另一个进程正在使用它；请停止该进程，或使用另一个数据目录',
  },
  notWritable: {
    en: 'it is not writable; give this user write permission on the file and its directory',
    zh: '它不可写；请给予该用户对文件及其目录的写权限',
  },
  damaged: {
    en: 'the file is damaged; restore it from a backup',
    zh: '文件已损坏；请从备份恢复',
  },
  diskFull: {
    en: 'the disk is full; free some space and start again',
    zh: '磁盘已满；请清理空间后重新启动',
  },
  noDirectory: {
    en: 'its directory must exist and be writable by this user; create it, or use another data directory',
    zh: '其目录必须存在且该用户可写；请创建它，或使用另一个数据目录',
  },
  notADatabase: {
    en: 'the file is not a SQLite database; move it away, or use another data directory',
    zh: '该文件不是 SQLite 数据库；请移走它，或使用另一个数据目录',
  },
  restore: {
    en: '{problem:message}; restore it from a backup',
    zh: '{problem}；请从备份恢复',
  },
  cannotOpen: {
    en: 'cannot open the database {path} ({reason:message}): {advice:message}',
    zh: '无法打开数据库 {path}（{reason}）：{advice}',
  },
});

/** Statements and transactions that fail. */
export const statementMessages = defineMessages('sql.statement', {
  inStatement: { en: '{reason:message} (in: {sql})', zh: '{reason}（语句：{sql}）' },
  numberTooLarge: {
    en: '{reason:message}: store such numbers as text (in: {sql})',
    zh: '{reason}：此类数字请存为文本（语句：{sql}）',
  },
  uniqueViolation: { en: 'a row with that key is there already', zh: '具有该键的行已存在' },
  commitUnknown: {
    en: 'the connection broke while a transaction was committing: it may be stored or not, look first',
    zh: '连接在事务提交时中断：事务可能已存储，也可能没有；请先查看',
  },
  closed: { en: 'the database was closed', zh: '数据库已关闭' },
  poolExhausted: {
    en: 'all {size:number} database connections were in use for {ms:number} ms: raise the pool size, or look for transactions that wait for something else',
    zh: '全部 {size} 个数据库连接被占用达 {ms} 毫秒：请增大连接池，或查找在等待其他事情的事务',
  },
  locked: {
    en: 'the database stayed locked by another writer for {ms:number} ms',
    zh: '数据库被另一个写入者锁定达 {ms} 毫秒',
  },
  notSynced: {
    en: 'the disk did not take what was written to the database: see the cause, and start again',
    zh: '磁盘没有写入数据库的内容：请查看原因，然后重新启动',
  },
  notStored: {
    en: 'a statement of this transaction had failed, so nothing of it was stored',
    zh: '该事务中有语句失败，因此没有存储任何内容',
  },
});
