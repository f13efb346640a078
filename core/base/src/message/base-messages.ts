import { defineMessages } from './message.ts';

/** What is around other texts. */
export const baseMessages = defineMessages('base', {
  verbatim: { en: '{text}', zh: '{text}' },
  aboutPath: { en: '{path}: {reason:message}', zh: '{path}：{reason}' },
  aboutAddress: { en: '{address}: {reason:message}', zh: '{address}：{reason}' },
});

/** The errors of the operating system that people meet, by their codes. */
export const systemMessages = defineMessages('base.system', {
  EACCES: { en: 'permission denied', zh: '权限不足' },
  EADDRINUSE: { en: 'address already in use', zh: '地址已被占用' },
  EADDRNOTAVAIL: { en: 'address not available', zh: '地址不可用' },
  ECONNREFUSED: { en: 'connection refused', zh: '连接被拒绝' },
  ECONNRESET: { en: 'connection reset', zh: '连接被重置' },
  EDQUOT: { en: 'disk quota exceeded', zh: '超出磁盘配额' },
  EEXIST: { en: 'file already exists', zh: '文件已存在' },
  EHOSTUNREACH: { en: 'host is unreachable', zh: '主机不可达' },
  EIO: { en: 'input/output error', zh: '输入/输出错误' },
  EISDIR: { en: 'is a directory', zh: '是一个目录' },
  ELOOP: { en: 'too many levels of symbolic links', zh: '符号链接层数过多' },
  EMFILE: { en: 'too many open files', zh: '打开的文件过多' },
  ENAMETOOLONG: { en: 'file name is too long', zh: '文件名过长' },
  ENETUNREACH: { en: 'network is unreachable', zh: '网络不可达' },
  ENOENT: { en: 'no such file or directory', zh: '没有该文件或目录' },
  ENOSPC: { en: 'no space left on device', zh: '磁盘空间不足' },
  ENOTDIR: { en: 'is not a directory', zh: '不是目录' },
  ENOTEMPTY: { en: 'directory is not empty', zh: '目录不为空' },
  ENOTFOUND: { en: 'host not found', zh: '找不到主机' },
  EPERM: { en: 'operation not permitted', zh: '操作不被允许' },
  EPIPE: { en: 'connection closed by the other side', zh: '连接已被对端关闭' },
  EROFS: { en: 'file system is read-only', zh: '文件系统为只读' },
  ETIMEDOUT: { en: 'connection timed out', zh: '连接超时' },
});
